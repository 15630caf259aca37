import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '@pas/testing/wait-until';
import type { HttpAnswer } from '../client/http-call.ts';

/** An answer to a caller, with its time. */
export interface TimedAnswer {
  /** Time since the start of the callers, in milliseconds. */
  atMs: number;
  tookMs: number;
  status: number;
  retryAfter: string | undefined;
}

export interface Callers {
  timedAnswers: readonly TimedAnswer[];
  /** Returns the successful answers per second between two moments. */
  goodput: (fromMs: number, toMs: number) => number;
  /** Time since the start of the callers, in milliseconds. */
  sinceStart(): number;
  stop(): Promise<void>;
}

export type Send = (count: number) => Promise<HttpAnswer<unknown>>;

/** Pause of a client after an answer with Retry-After. */
const backOffMs = 200;

const isSuccess = ({ status }: TimedAnswer): boolean => status >= 200 && status < 300;

/**
 * Starts callers that each send one request after the other.
 *
 * @param pauseMs pause of a caller between an answer and its next request
 */
export function startCallers(callers: number, send: Send, pauseMs = 0): Callers {
  const timedAnswers: TimedAnswer[] = [];
  const stopping = new AbortController();
  const startedAt = performance.now();
  const sinceStart = (): number => performance.now() - startedAt;
  let count = 0;
  const walk = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      count += 1;
      const sentAt = sinceStart();
      // A broken connection counts as a missing answer.
      const answer = await send(count).catch(() => ({
        status: 0,
        headers: {} as HttpAnswer<unknown>['headers'],
      }));
      const { status, headers } = answer;
      timedAnswers.push({
        atMs: sinceStart(),
        tookMs: sinceStart() - sentAt,
        status,
        retryAfter: headers['retry-after'],
      });
      const isRefused = status === 0 || status === 429 || status >= 500;
      if (isRefused || pauseMs > 0) await pause(isRefused ? backOffMs : pauseMs);
    }
  };
  const done = Promise.all(Array.from({ length: callers }, walk));
  return {
    timedAnswers,
    sinceStart,
    goodput(fromMs, toMs) {
      const good = timedAnswers.filter((each) => isSuccess(each) && each.atMs >= fromMs && each.atMs < toMs);
      return (1000 * good.length) / (toMs - fromMs);
    },
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** Runs callers for a time. */
export async function callFor(callers: number, forMs: number, send: Send): Promise<Callers> {
  const running = startCallers(callers, send);
  await waitUntil(() => running.sinceStart() > forMs, {
    what: 'the time to pass',
    timeoutMs: 2 * forMs + 10_000,
  });
  await running.stop();
  return running;
}

/** Counts the answers by status, with the durations and faults of 503. */
export function describeAnswers(timedAnswers: readonly TimedAnswer[]) {
  const statuses: Record<string, number> = {};
  for (const { status } of timedAnswers) statuses[status] = (statuses[status] ?? 0) + 1;
  const rejected = timedAnswers.filter(({ status }) => status === 503);
  const tookMs = rejected.map((each) => Math.round(each.tookMs)).toSorted((a, b) => a - b);
  return {
    statuses,
    slowestMs: Math.round(Math.max(0, ...timedAnswers.map((each) => each.tookMs))),
    rejectionsMs: { median: tookMs[Math.floor(tookMs.length / 2)] ?? null, slowest: tookMs.at(-1) ?? null },
    withoutRetryAfter: rejected.filter(({ retryAfter }) => retryAfter === undefined).length,
  };
}

/** Returns the 99th percentile of the answer times, in milliseconds. */
export function p99Of({ timedAnswers }: Callers): number {
  const tookMs = timedAnswers.map((each) => each.tookMs).toSorted((a, b) => a - b);
  return tookMs[Math.floor(0.99 * tookMs.length)] ?? Infinity;
}
