import type { Replica } from './replica.ts';

/** How long other replicas are preferred to one that has refused an assertion, in milliseconds. */
const refusalMs = 5000;

/** So many failures to connect in a row keep a replica out for a while, in milliseconds. */
const maxConnectFailures = 3;
const outMs = 2000;

/**
 * Notes that a replica has begun to answer. A draining service ends its connections with the answers on them, from the
 * first moment on.
 */
export function noteAnswer(replica: Replica, connection: unknown): void {
  replica.answers += 1;
  replica.connectFailures = 0;
  replica.heardAt = performance.now();
  if (connection === 'close' && replica.isReady) replica.hurry();
}

/** Notes that a replica is not there, or says nothing while others do. Its next readiness brings it back. */
export function noteAbsence(replica: Replica): void {
  if (!replica.isReady) return;
  replica.isReady = false;
  replica.hurry();
}

/** Notes that no connection could be opened: the replica may still be ready over one that it has. */
export function noteConnectFailure(replica: Replica): void {
  replica.connectFailures += 1;
  if (replica.connectFailures >= maxConnectFailures) replica.outUntil = performance.now() + outMs;
  noteAbsence(replica);
}

/** Notes that a replica has refused an assertion: the others are preferred for a while. */
export function noteRefusal(replica: Replica): void {
  replica.refusesUntil = performance.now() + refusalMs;
}
