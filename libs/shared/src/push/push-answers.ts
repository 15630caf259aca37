import type { PushAttempt, PushReason } from './push-message.ts';

/** The service has accepted the message. */
export const accepted: PushAttempt = { result: 'ACCEPTED', reason: null, retryAfterMs: null };

/** The service no longer knows the device. */
export const gone: PushAttempt = { result: 'GONE', reason: 'not_registered', retryAfterMs: null };

/** Returns the result of a rejected message whose repeat would fail too. */
export const unreachable = (reason: PushReason): PushAttempt => ({
  result: 'UNREACHABLE',
  reason,
  retryAfterMs: null,
});

/** Returns the result of a rejected message whose repeat may succeed. */
export const tryAgain = (reason: PushReason, retryAfterMs = 0): PushAttempt => ({
  result: 'UNREACHABLE',
  reason,
  retryAfterMs,
});

/**
 * Reads the wait of a `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3). Returns milliseconds, 0 for
 * none.
 */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const ms = /^\d{1,6}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
