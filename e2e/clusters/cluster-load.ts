import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@pas/platform/http/render-error';
import { waitUntil } from '@pas/testing/wait-until';
import type { HttpAnswer } from '../client/http-call.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import type { Drill } from '../faults/drill.ts';
import type { JourneyLoop } from '../faults/journey-loop.ts';

/** Outcome of a load of keyed writes, register writes and reads. */
export interface ClusterReport {
  /** Such as `{ "write 201": 812, "read 503 store_unavailable": 3 }`. */
  answers: Readonly<Record<string, number>>;
  acknowledged: number;
  /** Writes that are acknowledged and not stored. */
  lost: string[];
  /** Writes with several effects. */
  doubled: string[];
  /** Reads that answered an older version than one acknowledged before they began. */
  stale: string[];
  /** Longest time between two acknowledged writes, in milliseconds. */
  gapMs: number;
}

interface Register {
  property: { id: string; version: number };
}

/** Writers at each gateway. */
const lanes = 4;
const paceMs = 10;
/** Pause of a polite client after a failure. */
const backOffMs = 100;

const nameAnswer = (kind: string, { status, body }: HttpAnswer<unknown>): string => {
  const { code } = (body ?? {}) as Partial<Problem>;
  return [kind, status, ...(code === undefined ? [] : [code])].join(' ');
};

/**
 * Clients of a cluster: writers with idempotency keys, one writer of a register, and its readers, through each gateway.
 * A writer repeats a request until it is done. A reader notes the newest acknowledged version of the register before
 * each read, so that a stale read is found.
 */
export class ClusterLoad {
  readonly #drill: Drill;
  readonly #gateways: readonly string[];
  readonly #run = randomUUID().slice(0, 8);
  readonly #stopping = new AbortController();
  readonly #answers: Record<string, number> = {};
  readonly #acknowledged: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #stale: string[] = [];
  #done: Promise<unknown> = Promise.resolve();
  #registerPath = '';
  #newest = 1;
  #gapMs = 0;
  #lastAt = performance.now();

  constructor(drill: Drill, gateways: readonly string[]) {
    this.#drill = drill;
    this.#gateways = gateways;
  }

  async start(): Promise<this> {
    const { id } = await this.#drill.manager.createProperty(`Register ${this.#run}`);
    this.#registerPath = `/properties/${id}`;
    const { apiKey: key } = this.#drill.local;
    const managers = this.#gateways.map((gatewayUrl) => ({
      gatewayUrl,
      manager: actAsManager({ gatewayUrl, key }),
    }));
    this.#lastAt = performance.now();
    this.#done = Promise.all(
      managers.flatMap(({ gatewayUrl, manager }, at) => [
        this.#read(gatewayUrl, manager),
        ...Array.from({ length: lanes }, (_, lane) => this.#write(gatewayUrl, manager, `${at}-${lane}`)),
      ]),
    );
    this.#done = Promise.all([this.#done, this.#advance(managers.map(({ manager }) => manager))]);
    return this;
  }

  /** Waits until `count` more writes are acknowledged through each of the gateways. */
  async untilMore(count: number, gateways = this.#gateways): Promise<void> {
    const countOf = (gateway: string): number => this.#counts.get(gateway) ?? 0;
    const goals = gateways.map((gateway) => [gateway, countOf(gateway) + count] as const);
    const isReached = (): boolean => goals.every(([gateway, goal]) => countOf(gateway) >= goal);
    await waitUntil(isReached, { what: `${count} more writes` });
  }

  /** Waits until an answer of a kind arrives, such as `write 503`. */
  async untilAnswered(answer: RegExp): Promise<void> {
    const count = (): number =>
      Object.entries(this.#answers).reduce((sum, [name, each]) => sum + (answer.test(name) ? each : 0), 0);
    const before = count();
    await waitUntil(() => count() > before, { what: `an answer ${answer.source}` });
  }

  async stop(): Promise<ClusterReport> {
    this.#stopping.abort();
    await this.#done;
    const rows = await this.#drill.database
      .collection<{ name: string }>('properties')
      .find({ name: { $regex: `^${this.#run} ` } }, { projection: { name: 1 } })
      .toArray();
    const stored = new Map<string, number>();
    for (const { name } of rows) stored.set(name, (stored.get(name) ?? 0) + 1);
    return {
      answers: this.#answers,
      acknowledged: this.#acknowledged.length,
      lost: this.#acknowledged.filter((name) => !stored.has(name)),
      doubled: [...stored].filter(([, count]) => count > 1).map(([name]) => name),
      stale: this.#stale,
      gapMs: Math.round(this.#gapMs),
    };
  }

  async #send(kind: string, sending: Promise<HttpAnswer<unknown>>): Promise<HttpAnswer<unknown> | null> {
    const answer = await sending.catch(() => null);
    const name = answer ? nameAnswer(kind, answer) : `${kind} broken`;
    this.#answers[name] = (this.#answers[name] ?? 0) + 1;
    await pause(answer && answer.status < 300 ? paceMs : backOffMs);
    return answer;
  }

  async #write(gateway: string, manager: PropertyManager, lane: string): Promise<void> {
    let turn = 1;
    while (!this.#stopping.signal.aborted) {
      const name = `${this.#run} ${lane}-${turn}`;
      const options = { body: { name }, headers: { 'idempotency-key': name } };
      const answer = await this.#send('write', manager.call('/properties', options));
      if (answer?.status !== 201) continue;
      turn += 1;
      this.#acknowledged.push(name);
      this.#counts.set(gateway, (this.#counts.get(gateway) ?? 0) + 1);
      this.#gapMs = Math.max(this.#gapMs, performance.now() - this.#lastAt);
      this.#lastAt = performance.now();
    }
  }

  async #advance(managers: readonly PropertyManager[]): Promise<void> {
    for (let turn = 1; !this.#stopping.signal.aborted; turn += 1) {
      const manager = managers[turn % managers.length] ?? this.#drill.manager;
      const body = { name: `Register ${this.#run} ${turn}` };
      const answer = await this.#send(
        'register',
        manager.call(this.#registerPath, { method: 'PATCH', body }),
      );
      if (answer?.status === 200)
        this.#newest = Math.max(this.#newest, (answer.body as Register).property.version);
    }
  }

  async #read(gateway: string, manager: PropertyManager): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const expected = this.#newest;
      const answer = await this.#send('read', manager.call(this.#registerPath));
      if (answer?.status !== 200) continue;
      const { version } = (answer.body as Register).property;
      if (version < expected) this.#stale.push(`${gateway}: ${version} after ${expected}`);
    }
  }
}

/** Starts the clients of a cluster. */
export const startClusterLoad = (drill: Drill, gateways: readonly string[]): Promise<ClusterLoad> =>
  new ClusterLoad(drill, gateways).start();

/** Returns the kinds of answers that match no pattern. */
const answersBeyond = ({ answers }: ClusterReport, allowed: readonly RegExp[]): string[] =>
  Object.keys(answers).filter((name) => !allowed.some((pattern) => pattern.test(name)));

const success = / 20[01]$/;
/** A busy machine delays heartbeats, so that the mongods elect a primary without a fault. */
const election = / 503 (?:store_unavailable|overloaded)$/;

/** Returns the answers that neither succeed nor ask the client to come back. */
export const unexpectedAnswers = (report: ClusterReport): string[] =>
  answersBeyond(report, [success, / 503 | 409 idempotency_in_progress$| 50[24] upstream/]);

/** Returns the failures that an election of the mongods does not explain. */
export const failuresOfServices = (report: ClusterReport): string[] =>
  answersBeyond(report, [success, election]);

/** Counts the answers that did not succeed. */
export const countFailures = ({ answers }: ClusterReport): number =>
  Object.entries(answers).reduce((sum, [name, count]) => sum + (success.test(name) ? 0 : count), 0);

/** Returns the surprises of journeys, except for requests that met their deadline while the store elected a primary. */
export const surprisesOf = ({ surprises }: JourneyLoop): string[] =>
  surprises.map(String).filter((surprise) => !surprise.includes('got 504'));
