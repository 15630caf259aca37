import { setTimeout as delay } from 'node:timers/promises';
import { deadlineMs, firstBackoffMs, maxTries, recheckAfterMs, requestTimeoutMs } from './push-limits.ts';
import type { IsWanted, PushAnswer, PushAttempt } from './push-message.ts';

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

/** The wait before a further try, in milliseconds, with full jitter; at least what the service asks for. */
const backoffMs = (tries: number, retryAfterMs: number): number =>
  Math.max(retryAfterMs, Math.random() * firstBackoffMs * 4 ** (tries - 1));

/** Where it can't be told, the message is wanted: a call that rings twice is better than one that does not ring. */
const isStillWanted = async (isWanted: IsWanted): Promise<boolean> => isWanted().catch(() => true);

/** When the wait of a message began, by `performance.now()`, and how to find out whether it is still wanted. */
interface Waiting {
  startedAt: number;
  isWanted: IsWanted;
}

/**
 * Tries a message until a push service has taken or refused it: at most three times and for 10 s. A service that asks
 * for a longer wait is not asked again. A message that is not wanted any more is not sent: that is a `timeout`, or what
 * the last try was.
 *
 * @param send makes one request, and ends with the signal
 */
export async function tryMessage(
  send: (signal: AbortSignal) => Promise<PushAttempt>,
  { startedAt, isWanted }: Waiting,
): Promise<PushAnswer> {
  const leftMs = (): number => startedAt + deadlineMs - performance.now();
  let attempt = timedOut;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const isLate = performance.now() - startedAt > recheckAfterMs;
    if ((tries > 1 || isLate) && !(await isStillWanted(isWanted))) break;
    // Read once, after the wait: what is left now is what the try gets.
    const left = Math.ceil(leftMs());
    if (left <= 0) break;
    attempt = await tryOnce(send, Math.min(requestTimeoutMs, left));
    if (attempt.retryAfterMs === null || tries === maxTries) break;
    const waitMs = backoffMs(tries, attempt.retryAfterMs);
    if (waitMs >= leftMs()) break;
    await delay(waitMs);
  }
  const { result, reason } = attempt;
  return { result, reason };
}
