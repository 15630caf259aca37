import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@pas/platform/http/render-error';
import { waitUntil } from '@pas/testing/wait-until';
import type { HttpAnswer } from '../client/http-call.ts';
import type { PropertyManager } from '../client/property-manager.ts';

/** What a load has met. */
export interface LoadReport {
  /** How many requests had one of the answers that were expected. */
  succeeded: number;
  /** What else came of requests, each kind once and in a line that a person understands. */
  failures: string[];
  slowestMs: number;
}

/** Requests that are being sent, one after the other in each lane. */
export interface Load {
  /** Returns once so many more have succeeded. */
  untilMore(count: number): Promise<void>;
  /** Ends the load once the requests under way are answered. */
  stop(): Promise<LoadReport>;
}

/** What one lane sends, and the status that answers it. */
export interface Lane {
  send: () => Promise<HttpAnswer<unknown>>;
  expected: number;
}

/** What is harmed meanwhile comes back sooner, even on a busy machine. */
const patienceMs = 60_000;

/** A failure by which a client knows when to come back: the database is away for the moment. */
export const storeAway = '503 application/problem+json; charset=utf-8 store_unavailable, Retry-After 1';

/** Its other form, for the second in which no service has said yet why it does not answer: the gateway answers for it. */
export const upstreamAway = '503 application/problem+json; charset=utf-8 upstream_unavailable, Retry-After 1';

/** As long as a polite client stays away after a failure. */
const backOffMs = 100;

function describe(failure: HttpAnswer<unknown> | Error): string {
  if (failure instanceof Error) return String(failure);
  const { status, headers, body } = failure as HttpAnswer<Problem>;
  return `${status} ${headers['content-type']} ${body.code}, Retry-After ${headers['retry-after']}`;
}

/** Enough for something to be under way at any moment, and little enough for what was killed to come back soon. */
export const steadyMs = 20;

/**
 * Starts to send requests, as many at once as there are lanes.
 *
 * @param paceMs how long a lane rests after an answer
 */
export function startLoad(lanes: readonly Lane[], paceMs = 0): Load {
  const failures = new Set<string>();
  const stopping = new AbortController();
  let [succeeded, slowestMs] = [0, 0];

  const sendOne = async ({ send, expected }: Lane): Promise<void> => {
    const start = performance.now();
    const answer = await send().catch((error: unknown) => error as Error);
    slowestMs = Math.max(slowestMs, performance.now() - start);
    if ('status' in answer && answer.status === expected) {
      succeeded += 1;
      return;
    }
    failures.add(describe(answer));
    await pause(backOffMs);
  };
  const done = lanes.map(async (lane) => {
    while (!stopping.signal.aborted) {
      await sendOne(lane);
      if (paceMs > 0) await pause(paceMs);
    }
  });
  return {
    async untilMore(count) {
      const goal = succeeded + count;
      await waitUntil(() => succeeded >= goal, { what: `${count} more answers`, timeoutMs: patienceMs });
    },
    async stop() {
      stopping.abort();
      await Promise.all(done);
      return { succeeded, failures: [...failures], slowestMs };
    },
  };
}

/** Reads and writes of the Admin API, half and half. */
export function startTraffic(manager: PropertyManager): Load {
  const reading: Lane = { send: () => manager.call('/properties?limit=1'), expected: 200 };
  const body = { name: 'While stores come and go' };
  const writing: Lane = { send: () => manager.call('/properties', { body }), expected: 201 };
  return startLoad([reading, writing, reading, writing, reading, writing, reading, writing], steadyMs);
}
