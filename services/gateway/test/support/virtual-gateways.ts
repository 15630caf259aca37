import { bookCall, type Bucket, type LeaseCall, type Rate } from '../../src/rate-limit/bucket.ts';
import { LeasedBucket, type Booking } from '../../src/rate-limit/leased-bucket.ts';

/** One try of a request. */
export interface Outcome {
  atMs: number;
  isAdmitted: boolean;
}

interface Event {
  atMs: number;
  run: () => void;
}

interface Replica {
  bucket: LeasedBucket;
  /** Its clock, against that of the store. */
  skewMs: number;
  /** The arrival times of its waiting requests. */
  queue: number[];
  isDead: boolean;
}

export interface Scenario {
  rate: Rate;
  replicas: number;
  skewsMs: readonly number[];
  /** How long a call takes on its way, and its answer on the way back; drawn in turn. */
  delaysMs: readonly number[];
  /** What becomes of calls, in turn. */
  fates: readonly ('answered' | 'call lost' | 'answer lost')[];
  /** When requests arrive, and at which replica. */
  arrivals: readonly { atMs: number; replica: number }[];
  /** When the first replica is killed, if it is. */
  killedAtMs: number | null;
}

/** The whole system with a virtual clock: replicas, the way to the store, and the store. */
export class World {
  readonly outcomes: Outcome[] = [];
  calls = 0;
  #nowMs = 0;
  #stored: Bucket | null = null;
  readonly #events: Event[] = [];
  readonly #scenario: Scenario;
  readonly #replicas: Replica[];

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#replicas = Array.from({ length: scenario.replicas }, (_, index) => ({
      bucket: new LeasedBucket(scenario.rate, `replica ${index}`),
      skewMs: scenario.skewsMs[index] ?? 0,
      queue: [],
      isDead: false,
    }));
    for (const { atMs, replica } of scenario.arrivals) {
      this.#at(atMs, () => this.#arrive(this.#replicas[replica % scenario.replicas] as Replica));
    }
    const [first] = this.#replicas;
    if (scenario.killedAtMs !== null && first) this.#at(scenario.killedAtMs, () => (first.isDead = true));
  }

  run(): this {
    for (;;) {
      const event = this.#events.pop();
      if (!event) return this;
      this.#nowMs = event.atMs;
      event.run();
    }
  }

  /** The latest event stands first. Of two at one time, the one that was planned first comes first. */
  #at(atMs: number, run: () => void): void {
    let [from, to] = [0, this.#events.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#events[middle]?.atMs ?? 0) > atMs) from = middle + 1;
      else to = middle;
    }
    this.#events.splice(from, 0, { atMs, run });
  }

  #delayMs(): number {
    const { delaysMs } = this.#scenario;
    return delaysMs[this.calls % delaysMs.length] ?? 0;
  }

  #arrive(replica: Replica): void {
    if (replica.isDead) return;
    const verdict = replica.bucket.take(this.#nowMs + replica.skewMs);
    if (verdict === 'waiting') replica.queue.push(this.#nowMs);
    else this.outcomes.push({ atMs: this.#nowMs, isAdmitted: verdict === 'admitted' });
    this.#work(replica);
  }

  /** What a gateway does after each step: it calls where that is due, and looks again when tokens have lain idle. */
  #work(replica: Replica): void {
    const nowMs = this.#nowMs + replica.skewMs;
    const { bucket } = replica;
    const { replicas } = this.#scenario;
    if (bucket.wantsCall(nowMs)) return this.#send(replica, bucket.call(nowMs, replicas));
    const idleInMs = bucket.idleInMs(nowMs);
    if (idleInMs === 0) this.#send(replica, bucket.giveBack(nowMs, replicas));
    else if (idleInMs !== null) this.#at(this.#nowMs + idleInMs, () => this.#lookForIdle(replica));
    return undefined;
  }

  #lookForIdle(replica: Replica): void {
    const nowMs = this.#nowMs + replica.skewMs;
    if (replica.isDead || replica.bucket.idleInMs(nowMs) !== 0) return;
    this.#send(replica, replica.bucket.giveBack(nowMs, this.#scenario.replicas));
  }

  #send(replica: Replica, call: LeaseCall): void {
    const { fates } = this.#scenario;
    const fate = fates[this.calls % fates.length];
    this.calls += 1;
    const backMs = this.#delayMs() / 2;
    this.#at(this.#nowMs + this.#delayMs(), () => {
      if (fate === 'call lost') return this.#lose(replica);
      const booking = bookCall(this.#stored, call, Math.floor(1_800_000_000_000 + this.#nowMs));
      this.#stored = booking.bucket;
      if (fate === 'answer lost') return this.#lose(replica);
      return this.#at(this.#nowMs + backMs, () => this.#receive(replica, booking));
    });
  }

  #lose(replica: Replica): void {
    if (replica.isDead) return;
    replica.bucket.fail(this.#nowMs + replica.skewMs, 0);
    this.#work(replica);
  }

  #receive(replica: Replica, booking: Booking): void {
    if (replica.isDead) return;
    const { admitted, refused } = replica.bucket.receive(booking, this.#nowMs + replica.skewMs);
    const served = replica.queue.splice(0, admitted + refused);
    served.forEach((_, at) => this.outcomes.push({ atMs: this.#nowMs, isAdmitted: at < admitted }));
    this.#work(replica);
  }
}
