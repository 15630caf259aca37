import { simulatedKinds, type MeasuredKind } from './measured-kinds.ts';
import type { Load } from './plan-cores.ts';
import { simulate, type Incident, type SimulatedFigures } from './simulate.ts';

/** A shard with its share of the stateless processes and of the load. */
export interface Cell {
  kinds: readonly MeasuredKind[];
  load: Load;
  cores: Readonly<Record<string, number>>;
}

/** Incidents in a cell. */
export interface Scenario {
  name: string;
  incidentsOf: (cell: Cell) => readonly Incident[];
  /** Factor of the load, for a tenant that the cell was not sized for. */
  factor?: number;
}

/** The time at which an incident begins, and the simulated time, in seconds. */
const [start, seconds] = [10, 60];

const lost =
  (station: string, left: (cores: number) => number, forSeconds: number): Scenario['incidentsOf'] =>
  ({ cores }) => [
    { at: start, station, servers: left(cores[station] ?? 1) },
    { at: start + forSeconds, station, servers: cores[station] ?? 1 },
  ];

const storm =
  (kinds: readonly string[], factor: number, forSeconds: number): Scenario['incidentsOf'] =>
  () =>
    kinds.flatMap((kind) => [
      { at: start, kind, factor },
      { at: start + forSeconds, kind, factor: 1 },
    ]);

/** The scenarios that every size is tried with. */
export const scenarios: readonly Scenario[] = [
  { name: 'calm', incidentsOf: () => [] },
  { name: 'a hot tenant doubles the load of its shard', incidentsOf: () => [], factor: 2 },
  { name: 'the primary fails for 3 s', incidentsOf: lost('mongod', () => 0, 3) },
  {
    name: 'a third of the services fails for 20 s',
    incidentsOf: lost('services', (cores) => Math.floor((cores * 2) / 3), 20),
  },
  { name: 'all workers fail for 20 s', incidentsOf: lost('workers', () => 0, 20) },
  {
    name: 'unlocks come ten times as often for 20 s',
    incidentsOf: storm(['unlock', 'unlock, effects'], 10, 20),
  },
];

/** Figures of a scenario. */
export interface ScenarioFigures {
  name: string;
  /** Percentiles of the time of an unlock, in milliseconds. */
  unlockMs: { p50: number; p99: number };
  /** The station with the longest queue, and its length. */
  longest: { station: string; requests: number };
  /** The time from the start of the incident until the last long wait, in seconds; 0 if nothing waited long. */
  recoverySeconds: number;
  /** Whether requests still waited longer than a second at the end. */
  isOverloaded: boolean;
}

const at = (times: readonly number[], share: number): number =>
  Math.round(1000 * (times[Math.floor(times.length * share)] ?? 0));

function longestOf({ stations }: SimulatedFigures): ScenarioFigures['longest'] {
  const [first] = Object.entries(stations).toSorted(
    ([, one], [, other]) => other.longestQueue - one.longestQueue,
  );
  return { station: first?.[0] ?? '', requests: first?.[1].longestQueue ?? 0 };
}

/** Simulates a scenario in a cell. */
export function runScenario(cell: Cell, { name, incidentsOf, factor = 1 }: Scenario): ScenarioFigures {
  const { kinds, load, cores } = cell;
  const figures = simulate({
    stations: cores,
    kinds: kinds.flatMap((kind) => simulatedKinds(kind, (load[kind.name] ?? 0) * factor)),
    incidents: incidentsOf(cell),
    seconds,
    seed: 1,
  });
  const { lastLongWait, times } = figures;
  const unlocks = times['unlock'] ?? [];
  return {
    name,
    unlockMs: { p50: at(unlocks, 0.5), p99: at(unlocks, 0.99) },
    longest: longestOf(figures),
    recoverySeconds: Math.round(10 * Math.max(0, lastLongWait - start)) / 10,
    isOverloaded: lastLongWait > seconds - 5,
  };
}
