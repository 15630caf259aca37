import { invalidField } from '@pas/shared/errors/raise';

/** Two years, in milliseconds. */
const maxAheadMs = 2 * 366 * 24 * 3_600_000;

interface ClockTime {
  path: 'frozenAt' | 'to';
  time: Date;
  /** The time of the tenant. */
  from: Date;
  /** Real time. */
  now: Date;
}

/** @throws invalid for a time before that of the tenant, or more than two years ahead of real time */
export function requireAhead({ path, time, from, now }: ClockTime): void {
  if (time >= from && time.getTime() - now.getTime() <= maxAheadMs) return;
  const message = `${path}: Expected a time from ${from.toISOString()} on, at most two years ahead of now.`;
  throw invalidField(path, 'out_of_range', message);
}
