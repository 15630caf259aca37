import { bookCall, type Bucket, type LeaseCall, type Rate } from '../../src/rate-limit/bucket.ts';
import { LeasedBucket, type TokenGrant } from '../../src/rate-limit/leased-bucket.ts';

/** The result of one request. */
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
  /** The difference of its clock from that of the store. */
  skewMs: number;
  /** The arrival times of its waiting requests. */
  queue: number[];
  isDead: boolean;
}

export interface Scenario {
  rate: Rate;
  replicas: number;
  skewsMs: readonly number[];
  /** The delays of calls and of answers, used in turn. */
  delaysMs: readonly number[];
  /** The results of calls, used in turn. */
  fates: readonly ('answered' | 'call lost' | 'answer lost')[];
  /** The times and replicas of the requests. */
  arrivals: readonly { atMs: number; replica: number }[];
  /** The time at which the first replica is killed; null for never. */
  killedAtMs: number | null;
}

/** The whole system with a virtual clock: replicas, connections and store. */
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

  /** Inserts an event in descending order of time. Events of the same time run in the order of planning. */
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

  /** Runs the next step of a gateway: a due call, or a later check for idle tokens. */
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

  #receive(replica: Replica, booking: TokenGrant): void {
    if (replica.isDead) return;
    const { admitted, refused } = replica.bucket.receive(booking, this.#nowMs + replica.skewMs);
    const served = replica.queue.splice(0, admitted + refused);
    served.forEach((_, at) => this.outcomes.push({ atMs: this.#nowMs, isAdmitted: at < admitted }));
    this.#work(replica);
  }
}
