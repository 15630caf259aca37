import { createEventQueue } from './event-queue.ts';
import { createRandom, drawExponential } from './random.ts';

/** Kind of requests with its Poisson arrivals. */
export interface RequestKind {
  name: string;
  perSecond: number;
  /** The visited stations in their order, each with its mean service time in seconds. */
  visits: readonly (readonly [station: string, seconds: number])[];
}

/** Change of a station's servers, or of a kind's rate, at a time in seconds. */
export type Incident =
  | { at: number; station: string; servers: number }
  | { at: number; kind: string; factor: number };

/** System of stations, each with a queue and equal servers (processor cores). */
export interface SimulatedSystem {
  stations: Readonly<Record<string, number>>;
  kinds: readonly RequestKind[];
  incidents?: readonly Incident[];
  /** Simulated time in seconds. */
  seconds: number;
  seed: number;
}

/** Figures of a station. */
export interface StationFigures {
  /** Busy share of the server time that the station had at its start. */
  utilisation: number;
  longestQueue: number;
  /** Mean wait before service, in seconds. */
  meanWait: number;
}

/** Figures of a simulation. */
export interface SimulatedFigures {
  stations: Readonly<Record<string, StationFigures>>;
  /** The times of the answered requests of each kind in seconds, the shortest first. */
  times: Readonly<Record<string, readonly number[]>>;
  /** Requests without an answer at the end. */
  open: number;
  /** The last time at which a request waited longer than a second at one station; 0 if none did. */
  lastLongWait: number;
}

interface Request {
  kind: RequestKind;
  startedAt: number;
  visit: number;
  queuedAt: number;
}

interface Station {
  servers: number;
  atStart: number;
  busy: number;
  queue: Request[];
  /** The position of the next request in `queue`; earlier ones are gone. */
  head: number;
  busySeconds: number;
  longestQueue: number;
  waited: number;
  served: number;
}

type Event =
  | { type: 'arrival'; kind: RequestKind; epoch: number }
  | { type: 'end'; request: Request }
  | { type: 'incident'; incident: Incident };

const newStation = (servers: number): Station => ({
  servers,
  atStart: servers,
  busy: 0,
  queue: [],
  head: 0,
  busySeconds: 0,
  longestQueue: 0,
  waited: 0,
  served: 0,
});

/** A wait that a caller notices, in seconds. */
const longWait = 1;

function figuresOf(station: Station, seconds: number): StationFigures {
  const { busySeconds, atStart, longestQueue, waited, served } = station;
  return {
    utilisation: busySeconds / (atStart * seconds),
    longestQueue,
    meanWait: served === 0 ? 0 : waited / served,
  };
}

/** Run of one simulation. */
class Simulation {
  readonly #events = createEventQueue<Event>();
  readonly #random;
  readonly #stations;
  readonly #factors = new Map<string, { factor: number; epoch: number }>();
  readonly #times = new Map<string, number[]>();
  readonly #system: SimulatedSystem;
  #open = 0;
  #lastLongWait = 0;

  constructor(system: SimulatedSystem) {
    this.#system = system;
    this.#random = createRandom(system.seed);
    const stations = Object.entries(system.stations);
    this.#stations = new Map(stations.map(([name, servers]) => [name, newStation(servers)]));
    for (const kind of system.kinds) {
      this.#times.set(kind.name, []);
      this.#expectNext(kind, 0);
    }
    for (const incident of system.incidents ?? []) {
      this.#events.add(incident.at, { type: 'incident', incident });
    }
  }

  #stationOf({ kind, visit }: Request): Station {
    const name = kind.visits[visit]?.[0] ?? '';
    const station = this.#stations.get(name);
    if (!station) throw new Error(`${kind.name} visits an unknown station: ${name}`);
    return station;
  }

  #expectNext(kind: RequestKind, now: number): void {
    const { factor, epoch } = this.#factors.get(kind.name) ?? { factor: 1, epoch: 0 };
    if (kind.perSecond * factor <= 0) return;
    const at = now + drawExponential(this.#random, 1 / (kind.perSecond * factor));
    this.#events.add(at, { type: 'arrival', kind, epoch });
  }

  #startWaiting(station: Station, now: number): void {
    while (station.busy < station.servers && station.head < station.queue.length) {
      const request = station.queue[station.head];
      station.head += 1;
      if (request) this.#serve(station, request, now);
    }
    if (station.head < station.queue.length) return;
    station.queue.length = 0;
    station.head = 0;
  }

  #serve(station: Station, request: Request, now: number): void {
    const mean = request.kind.visits[request.visit]?.[1] ?? 0;
    const duration = drawExponential(this.#random, mean);
    const wait = now - request.queuedAt;
    station.busy += 1;
    station.served += 1;
    station.waited += wait;
    station.busySeconds += duration;
    if (wait > longWait) this.#lastLongWait = now;
    this.#events.add(now + duration, { type: 'end', request });
  }

  #enter(request: Request, now: number): void {
    const station = this.#stationOf(request);
    request.queuedAt = now;
    station.queue.push(request);
    this.#startWaiting(station, now);
    station.longestQueue = Math.max(station.longestQueue, station.queue.length - station.head);
  }

  #leave(request: Request, now: number): void {
    const station = this.#stationOf(request);
    station.busy -= 1;
    this.#startWaiting(station, now);
    request.visit += 1;
    if (request.visit < request.kind.visits.length) return this.#enter(request, now);
    this.#open -= 1;
    this.#times.get(request.kind.name)?.push(now - request.startedAt);
  }

  #apply(incident: Incident, now: number): void {
    if ('station' in incident) {
      const station = this.#stations.get(incident.station);
      if (!station) throw new Error(`unknown station: ${incident.station}`);
      station.servers = incident.servers;
      return this.#startWaiting(station, now);
    }
    const epoch = (this.#factors.get(incident.kind)?.epoch ?? 0) + 1;
    this.#factors.set(incident.kind, { factor: incident.factor, epoch });
    const kind = this.#system.kinds.find(({ name }) => name === incident.kind);
    // The arrival that waits was drawn by the old rate and no longer counts.
    if (kind) this.#expectNext(kind, now);
  }

  #arrive({ kind, epoch }: { kind: RequestKind; epoch: number }, now: number): void {
    if ((this.#factors.get(kind.name)?.epoch ?? 0) !== epoch) return;
    this.#expectNext(kind, now);
    this.#open += 1;
    this.#enter({ kind, startedAt: now, visit: 0, queuedAt: now }, now);
  }

  run(): SimulatedFigures {
    const { seconds } = this.#system;
    for (let next = this.#events.take(); next && next.at < seconds; next = this.#events.take()) {
      const { at, event } = next;
      if (event.type === 'arrival') this.#arrive(event, at);
      else if (event.type === 'end') this.#leave(event.request, at);
      else this.#apply(event.incident, at);
    }
    const sorted = [...this.#times].map(([name, times]) => [name, times.toSorted((a, b) => a - b)]);
    const stations = [...this.#stations].map(([name, station]) => [name, figuresOf(station, seconds)]);
    return {
      stations: Object.fromEntries(stations) as Record<string, StationFigures>,
      times: Object.fromEntries(sorted) as Record<string, number[]>,
      open: this.#open,
      lastLongWait: this.#lastLongWait,
    };
  }
}

/** Simulates a system event by event. Service times are exponential, queues are first come, first served. */
export const simulate = (system: SimulatedSystem): SimulatedFigures => new Simulation(system).run();
