import type { Replica } from './replica.ts';

/** The time for which other replicas are preferred after a refused assertion, in milliseconds. */
const refusalMs = 5000;

/** The failed connections in a row that exclude a replica, and the time of the exclusion in milliseconds. */
const maxConnectFailures = 3;
const outMs = 2000;

/** Records that a replica has begun to answer. A draining service closes each connection with its next answer. */
export function recordAnswer(replica: Replica, connection: unknown): void {
  replica.answers += 1;
  replica.connectFailures = 0;
  replica.heardAt = performance.now();
  if (connection === 'close' && replica.isReady) replica.hurry();
}

/**
 * Marks a replica as unready because it is unreachable, or silent while others answer. Its next positive readiness
 * restores it.
 */
export function markUnready(replica: Replica): void {
  if (!replica.isReady) return;
  replica.isReady = false;
  replica.hurry();
}

/** Records a failed connection. The replica may still answer over an open one. */
export function recordConnectFailure(replica: Replica): void {
  replica.connectFailures += 1;
  if (replica.connectFailures >= maxConnectFailures) replica.outUntil = performance.now() + outMs;
  markUnready(replica);
}

/** Records a refused assertion. The other replicas are preferred for a while. */
export function recordAssertionRefusal(replica: Replica): void {
  replica.refusesUntil = performance.now() + refusalMs;
}
