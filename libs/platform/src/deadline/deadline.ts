import { AsyncLocalStorage } from 'node:async_hooks';
import { Fault } from '../errors/fault.ts';

/**
 * The deadline of the current work, in milliseconds of `performance.now()`; null for work that belongs to no request.
 */
const storage = new AsyncLocalStorage<number | null>();

/** Runs `work` with a deadline `timeLeft` milliseconds from now. All work that it starts inherits the deadline. */
export function withTimeLeft<T>(timeLeft: number, work: () => T): T {
  return storage.run(performance.now() + timeLeft, work);
}

/**
 * Runs `work` without the deadline of the request that starts it. Examples are a cache that other requests wait for,
 * work after a commit, and a streamed answer. Timers and promises inherit the deadline, so such work has to drop it
 * explicitly.
 */
export function withoutDeadline<T>(work: () => T): T {
  return storage.run(null, work);
}

/** Returns the remaining milliseconds of the current work: infinite without a deadline, negative after it. */
export function timeLeftMs(): number {
  const endsAt = storage.getStore() ?? null;
  return endsAt === null ? Infinity : endsAt - performance.now();
}

/** 504: the request exceeded the time that the gateway gave it. */
export function outOfTime(cause?: unknown): Fault {
  return new Fault(
    'upstream_timeout',
    'upstream_timeout',
    'The request took too long. Try again, and request less at once if this continues.',
    { cause },
  );
}

/** 503: the time expired before the work began, so nothing was done. */
export function outOfTimeOnArrival(): Fault {
  return new Fault('unavailable', 'overloaded', 'The request waited too long. Try again.', {
    headers: { 'Retry-After': '1' },
    detail: 'the deadline was over on arrival',
    isShed: true,
  });
}
