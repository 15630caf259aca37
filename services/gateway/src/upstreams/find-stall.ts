import type { Replica } from './replica.ts';
import type { WaitingRequest } from './waiting-requests.ts';

/** The time without any answer after which an upstream counts as stalled, in milliseconds. */
const silentMs = 2700;

/**
 * The age of an old request, in milliseconds. Many old and many newer requests show a steady flow, not one slow burst.
 */
const oldMs = 1250;
const manyRequests = 5;

const isQuietSince = (times: readonly number[], now: number): boolean =>
  times.every((time) => now - time >= silentMs);

function hasSteadyFlow(requests: readonly WaitingRequest[], now: number): boolean {
  const old = requests.filter(({ sentAt }) => now - sentAt >= oldMs).length;
  return old >= manyRequests && requests.length - old >= manyRequests;
}

/** Whether no replica has answered anything, readiness requests included. */
const isSilent = (replicas: readonly Replica[], now: number): boolean =>
  replicas.every(({ isReady }) => !isReady) &&
  isQuietSince(
    replicas.map(({ heardAt }) => heardAt),
    now,
  );

/** The signs of a stall of an upstream for one route group. */
export interface StallSigns {
  readonly replicas: readonly Replica[];
  /** The requests of the group that wait for an answer, oldest first. */
  readonly requests: Iterable<WaitingRequest>;
  /** The time of the last answer to a request of the group, in milliseconds of `performance.now()`. */
  readonly answeredAt: number;
}

/**
 * Whether an upstream has stalled for a route group. That needs an old waiting request and one of two signs:
 *
 * - no replica has answered anything since, readiness requests included;
 * - requests of the group keep arriving, and none has been answered.
 *
 * Requests that may take long are not counted.
 */
export function isStalled({ replicas, requests: waiting, answeredAt }: StallSigns, now: number): boolean {
  const requests = [...waiting].filter((request) => !request.mayTakeLong());
  const [oldest] = requests;
  if (!oldest || now - oldest.sentAt < silentMs) return false;
  return isSilent(replicas, now) || (isQuietSince([answeredAt], now) && hasSteadyFlow(requests, now));
}
