import { isClosedAddress } from '@pas/platform/outbound/closed-address';
import type { Dispatcher } from 'undici';
import { readRetryAfter, tryAgain, unreachable } from './push-answers.ts';
import type { PushAttempt } from './push-message.ts';

/** A request to a push service. */
interface PushRequest {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** An answer of a push service. */
export interface ServiceAnswer {
  status: number;
  /** Null where it is not JSON. */
  body: unknown;
  text: string;
  retryAfterMs: number;
}

/** Reads the outcome of a message from a service's answer. */
export type ReadAnswer = (answer: ServiceAnswer) => PushAttempt;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * Sends a request by POST and follows no redirect.
 *
 * @throws the reason of the signal; the client's error when there is no answer
 */
export async function post(
  agent: Dispatcher,
  { url, headers, body }: PushRequest,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const { origin, pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  const answer = await agent.request({ origin, path, method: 'POST', headers, body, signal });
  const { 'retry-after': retryAfter } = answer.headers;
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    body: parseJson(text),
    text,
    retryAfterMs: readRetryAfter(typeof retryAfter === 'string' ? retryAfter : null, Date.now()),
  };
}

/**
 * Sends a message to a push service. A broken connection allows another try, because a repeated message replaces the
 * first on the device.
 *
 * @throws the reason of the signal, when that ends the wait
 */
export async function callPushService(
  agent: Dispatcher,
  { read, ...request }: PushRequest & { read: ReadAnswer },
  signal: AbortSignal,
): Promise<PushAttempt> {
  try {
    return read(await post(agent, request, signal));
  } catch (error) {
    signal.throwIfAborted();
    return isClosedAddress(error) ? unreachable('closed_address') : tryAgain('unavailable');
  }
}
