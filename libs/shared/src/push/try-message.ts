import { setTimeout as delay } from 'node:timers/promises';
import { deadlineMs, firstBackoffMs, maxTries, recheckAfterMs, requestTimeoutMs } from './push-limits.ts';
import type { IsWanted, PushAttempt, PushOutcome } from './push-message.ts';

const timedOut: PushAttempt = { result: 'UNREACHABLE', reason: 'timeout', retryAfterMs: 0 };

async function tryOnce(send: (signal: AbortSignal) => Promise<PushAttempt>, ms: number) {
  const signal = AbortSignal.timeout(ms);
  try {
    return await send(signal);
  } catch (error) {
    if (signal.aborted) return timedOut;
    throw error;
  }
}

/**
 * Returns the wait before a further try, in milliseconds, with full jitter. It is at least the service's Retry-After.
 */
const backoffMs = (tries: number, retryAfterMs: number): number =>
  Math.max(retryAfterMs, Math.random() * firstBackoffMs * 4 ** (tries - 1));

/** Returns true if the check fails, because a call that rings twice is better than one that does not ring. */
const isStillWanted = async (isWanted: IsWanted): Promise<boolean> => isWanted().catch(() => true);

/** Start of a message's wait, by `performance.now()`, and the check of its use. */
interface MessageWait {
  startedAt: number;
  isWanted: IsWanted;
}

/**
 * Sends a message until a push service accepts or rejects it, at most three times and for 10 s. A service that asks
 * for a longer wait is not tried again. A message that is no longer wanted is not sent. Its result is that of the
 * last try, or `timeout`.
 *
 * @param send makes one request, and stops on the signal
 */
export async function tryMessage(
  send: (signal: AbortSignal) => Promise<PushAttempt>,
  { startedAt, isWanted }: MessageWait,
): Promise<PushOutcome> {
  const leftMs = (): number => startedAt + deadlineMs - performance.now();
  let attempt = timedOut;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const isLate = performance.now() - startedAt > recheckAfterMs;
    if ((tries > 1 || isLate) && !(await isStillWanted(isWanted))) break;
    // Read once, after the wait. It is the time limit of the try.
    const left = Math.ceil(leftMs());
    if (left <= 0) break;
    attempt = await tryOnce(send, Math.min(requestTimeoutMs, left));
    if (attempt.retryAfterMs === null || tries === maxTries) break;
    const waitMs = backoffMs(tries, attempt.retryAfterMs);
    if (waitMs >= leftMs()) break;
    await delay(waitMs);
  }
  const { retryAfterMs: _retryAfterMs, ...outcome } = attempt;
  return outcome;
}
