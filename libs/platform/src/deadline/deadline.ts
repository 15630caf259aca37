import { AsyncLocalStorage } from 'node:async_hooks';
import { Fault } from '../errors/fault.ts';

/** When the work at hand has to be done, in milliseconds of `performance.now()`; null for work of no one request. */
const storage = new AsyncLocalStorage<number | null>();

/** Runs `work` so that everything it starts sees that it has to be done in `timeLeft` milliseconds. */
export function withTimeLeft<T>(timeLeft: number, work: () => T): T {
  return storage.run(performance.now() + timeLeft, work);
}

/**
 * Runs `work` without the deadline of the request that starts it: a cache that other requests wait for, what follows a
 * commit, an answer that is sent as it is made. Timers and promises inherit the deadline, so such work has to say so.
 */
export function withoutDeadline<T>(work: () => T): T {
  return storage.run(null, work);
}

/** The milliseconds that the work at hand has left: infinite without a deadline, negative once it is over. */
export function timeLeftMs(): number {
  const endsAt = storage.getStore() ?? null;
  return endsAt === null ? Infinity : endsAt - performance.now();
}

/** 504: the time that the gateway gave the request is over. */
export function outOfTime(cause?: unknown): Fault {
  return new Fault(
    'upstream_timeout',
    'upstream_timeout',
    'The request took longer than it may. Try again, and ask for less at once if this goes on.',
    { cause },
  );
}

/** 503: the time was over before the work began, so nothing was done. */
export function outOfTimeOnArrival(): Fault {
  return new Fault('unavailable', 'overloaded', 'The request waited longer than it may. Try again.', {
    headers: { 'Retry-After': '1' },
    detail: 'the deadline was over on arrival',
    isShed: true,
  });
}
