import type { Answer } from './send-request.ts';

/** Result of a load. */
export interface LoadResult {
  /** From the first request to the last answer. */
  elapsedMs: number;
  /** Number of 2xx answers. */
  succeeded: number;
  /** Answers by their status, and requests without one by the reason. */
  statuses: Readonly<Record<string, number>>;
  /** Latency of each 2xx answer, in milliseconds. */
  latenciesMs: readonly number[];
}

const isSuccess = ({ status }: Answer): boolean =>
  typeof status === 'number' && status >= 200 && status < 300;

/** Sums up the answers of a load. */
export function summarizeAnswers(answers: readonly Answer[], elapsedMs: number): LoadResult {
  const succeeded = answers.filter(isSuccess);
  const statuses: Record<string, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    elapsedMs,
    succeeded: succeeded.length,
    statuses,
    latenciesMs: succeeded.map(({ ms }) => ms),
  };
}

/** Whether a request of the load got no answer in time. */
export const hasTimedOut = ({ statuses }: Pick<LoadResult, 'statuses'>): boolean =>
  statuses['time-out'] !== undefined;

/** Adds up the statuses of several loads. */
export function totalStatuses(loads: readonly Pick<LoadResult, 'statuses'>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const { statuses } of loads) {
    for (const [status, times] of Object.entries(statuses)) total[status] = (total[status] ?? 0) + times;
  }
  return total;
}

/** Formats statuses: `201 × 40, 503 × 2`. */
export const formatStatuses = (statuses: Readonly<Record<string, number>>): string =>
  Object.entries(statuses)
    .map(([status, times]) => `${status} × ${times}`)
    .join(', ') || 'none';

/** Formats a number of callers. */
export const countCallers = (callers: number): string => (callers === 1 ? '1 caller' : `${callers} callers`);
