import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@pas/platform/http/render-error';
import { waitUntil } from '@pas/testing/wait-until';
import type { HttpAnswer } from '../client/http-call.ts';
import type { PropertyManager } from '../client/property-manager.ts';

/** Results of a load. */
export interface LoadReport {
  /** Number of requests with an expected answer. */
  succeeded: number;
  /** Other outcomes, one readable line for each kind. */
  failures: string[];
  slowestMs: number;
}

/** Running requests, one after the other in each lane. */
export interface Load {
  /** Waits until `count` more requests have succeeded. */
  untilMore(count: number): Promise<void>;
  /** Ends the load once the running requests are answered. */
  stop(): Promise<LoadReport>;
}

/** Request of one lane, and the expected status. */
export interface Lane {
  send: () => Promise<HttpAnswer<unknown>>;
  expected: number;
}

/** A failure with Retry-After: the database is unavailable. */
export const storeUnavailable =
  '503 application/problem+json; charset=utf-8 store_unavailable, Retry-After 1';

/** The gateway's own failure, before a service has reported the lost database. */
export const upstreamUnavailable =
  '503 application/problem+json; charset=utf-8 upstream_unavailable, Retry-After 1';

/** Pause of a polite client after a failure. */
const backOffMs = 100;

function describe(failure: HttpAnswer<unknown> | Error): string {
  if (failure instanceof Error) return String(failure);
  const { status, headers, body } = failure as HttpAnswer<Problem>;
  return `${status} ${headers['content-type']} ${body.code}, Retry-After ${headers['retry-after']}`;
}

/** Pace that keeps requests of several lanes running, and lets killed processes return soon. */
export const steadyMs = 100;

/**
 * Starts a load with one request at a time in each lane.
 *
 * @param paceMs pause of a lane after an answer
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
      await waitUntil(() => succeeded >= goal, { what: `${count} more answers` });
    },
    async stop() {
      stopping.abort();
      await Promise.all(done);
      return { succeeded, failures: [...failures], slowestMs };
    },
  };
}

/** Starts a load of reads and writes of the Admin API in equal parts. */
export function startTraffic(manager: PropertyManager): Load {
  const reading: Lane = { send: () => manager.call('/properties?limit=1'), expected: 200 };
  const body = { name: 'While stores come and go' };
  const writing: Lane = { send: () => manager.call('/properties', { body }), expected: 201 };
  return startLoad([reading, writing, reading, writing, reading, writing, reading, writing], steadyMs);
}
