import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '@pas/testing/wait-until';
import type { HttpAnswer } from '../client/http-call.ts';

/** An answer that a caller has had. */
export interface Noted {
  /** Since the callers began, in milliseconds. */
  atMs: number;
  tookMs: number;
  status: number;
  retryAfter: string | undefined;
}

export interface Callers {
  noted: readonly Noted[];
  /** Answers of success in a second, from one moment to another. */
  goodput: (fromMs: number, toMs: number) => number;
  /** Since the callers began, in milliseconds. */
  sinceStart(): number;
  stop(): Promise<void>;
}

export type Send = (count: number) => Promise<HttpAnswer<unknown>>;

/** As long as a client stays away that was told to come back. */
const backOffMs = 200;

const isSuccess = ({ status }: Noted): boolean => status >= 200 && status < 300;

/** Starts callers of which each sends one request after the other. */
export function startCallers(callers: number, send: Send): Callers {
  const noted: Noted[] = [];
  const stopping = new AbortController();
  const startedAt = performance.now();
  const sinceStart = (): number => performance.now() - startedAt;
  let count = 0;
  const walk = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      count += 1;
      const sentAt = sinceStart();
      // A connection that breaks counts as no answer at all.
      const answer = await send(count).catch(() => ({
        status: 0,
        headers: {} as HttpAnswer<unknown>['headers'],
      }));
      const { status, headers } = answer;
      noted.push({
        atMs: sinceStart(),
        tookMs: sinceStart() - sentAt,
        status,
        retryAfter: headers['retry-after'],
      });
      if (status === 0 || status === 429 || status >= 500) await pause(backOffMs);
    }
  };
  const done = Promise.all(Array.from({ length: callers }, walk));
  return {
    noted,
    sinceStart,
    goodput(fromMs, toMs) {
      const good = noted.filter((each) => isSuccess(each) && each.atMs >= fromMs && each.atMs < toMs);
      return (1000 * good.length) / (toMs - fromMs);
    },
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** Has callers send for so long. */
export async function callFor(callers: number, forMs: number, send: Send): Promise<Callers> {
  const running = startCallers(callers, send);
  await waitUntil(() => running.sinceStart() > forMs, {
    what: 'the time to pass',
    timeoutMs: 2 * forMs + 10_000,
  });
  await running.stop();
  return running;
}

/** How many answers there were of each status, and what 503 took and lacked. */
export function describeAnswers(noted: readonly Noted[]) {
  const statuses: Record<string, number> = {};
  for (const { status } of noted) statuses[status] = (statuses[status] ?? 0) + 1;
  const rejected = noted.filter(({ status }) => status === 503);
  const tookMs = rejected.map((each) => Math.round(each.tookMs)).toSorted((a, b) => a - b);
  return {
    statuses,
    slowestMs: Math.round(Math.max(0, ...noted.map((each) => each.tookMs))),
    rejectionsMs: { median: tookMs[Math.floor(tookMs.length / 2)] ?? null, slowest: tookMs.at(-1) ?? null },
    withoutRetryAfter: rejected.filter(({ retryAfter }) => retryAfter === undefined).length,
  };
}

/** The time in which 99 of a hundred requests were answered, in milliseconds. */
export function p99Of({ noted }: Callers): number {
  const tookMs = noted.map((each) => each.tookMs).toSorted((a, b) => a - b);
  return tookMs[Math.floor(0.99 * tookMs.length)] ?? Infinity;
}
