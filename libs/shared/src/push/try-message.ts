import { setTimeout as delay } from 'node:timers/promises';
import { deadlineMs, firstBackoffMs, maxTries, requestTimeoutMs } from './push-limits.ts';
import type { PushAnswer, PushAttempt } from './push-message.ts';

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

/**
 * Tries a message until a push service has taken or refused it: at most three times and for 10 s. A service that asks
 * for a longer wait is not asked again.
 *
 * @param send makes one request, and ends with the signal
 * @param startedAt when the 10 s began, by `performance.now()`
 */
export async function tryMessage(
  send: (signal: AbortSignal) => Promise<PushAttempt>,
  startedAt: number,
): Promise<PushAnswer> {
  const leftMs = (): number => startedAt + deadlineMs - performance.now();
  let attempt = timedOut;
  for (let tries = 1; tries <= maxTries && leftMs() > 0; tries += 1) {
    attempt = await tryOnce(send, Math.min(requestTimeoutMs, Math.ceil(leftMs())));
    if (attempt.retryAfterMs === null || tries === maxTries) break;
    const waitMs = backoffMs(tries, attempt.retryAfterMs);
    if (waitMs >= leftMs()) break;
    await delay(waitMs);
  }
  const { result, reason } = attempt;
  return { result, reason };
}
