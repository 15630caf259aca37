import type { Replica } from './replica.ts';
import type { WaitingRequest } from './waiting-requests.ts';

/** How long nothing has been answered when an upstream is stalled, in milliseconds. */
const silentMs = 2700;

/** Requests that wait for longer than this, and as many others, show that it is not one burst that takes long. */
const oldMs = 1250;
const manyRequests = 5;

const isQuietSince = (times: readonly number[], now: number): boolean =>
  times.every((time) => now - time >= silentMs);

function hasSteadyFlow(requests: readonly WaitingRequest[], now: number): boolean {
  const old = requests.filter(({ sentAt }) => now - sentAt >= oldMs).length;
  return old >= manyRequests && requests.length - old >= manyRequests;
}

/** Whether no replica has said anything, not even whether it is ready although it was asked. */
const isSilent = (replicas: readonly Replica[], now: number): boolean =>
  replicas.every(({ isReady }) => !isReady) &&
  isQuietSince(
    replicas.map(({ heardAt }) => heardAt),
    now,
  );

/** What shows a stall of an upstream for one route group. */
export interface StallSigns {
  readonly replicas: readonly Replica[];
  /** The requests of the group that wait for an answer, oldest first. */
  readonly requests: Iterable<WaitingRequest>;
  /** When a replica last began to answer a request of the group, in milliseconds of `performance.now()`. */
  readonly answeredAt: number;
}

/**
 * Whether an upstream has stalled for a route group: a request waits for long, and either no replica has said anything at
 * all meanwhile, its readiness included, or requests of the group arrive all the time and none of them has been answered.
 * Requests that may take long are not counted.
 */
export function isStalled({ replicas, requests: waiting, answeredAt }: StallSigns, now: number): boolean {
  const requests = [...waiting].filter((request) => !request.isPatient());
  const [oldest] = requests;
  if (!oldest || now - oldest.sentAt < silentMs) return false;
  return isSilent(replicas, now) || (isQuietSince([answeredAt], now) && hasSteadyFlow(requests, now));
}
