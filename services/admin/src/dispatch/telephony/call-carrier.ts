import { readJson } from '@pas/platform/outbound/read-json';
import { MessageDelayed, MessageRefused } from '../carrier-errors.ts';
import type { CarrierRequest } from './text-carrier.ts';

/** Timeout of a provider's answer, in milliseconds. */
const timeoutMs = 10_000;

/** The longest wait that a provider's `Retry-After` can ask for, in milliseconds. */
const maxRetryAfterMs = 3_600_000;

/** The maximum size of an answer; the rest is not read. */
const maxAnswerBytes = 64 * 1024;

/** Reads the wait of a `Retry-After` (RFC 9110, section 10.2.3) in milliseconds; null for none. It has seconds or a date. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return null;
  return Math.min(maxRetryAfterMs, Math.max(0, seconds * 1000));
}

async function post({ url, authorization, contentType, body, idempotencyKey }: CarrierRequest) {
  const headers = {
    Authorization: authorization,
    'Content-Type': contentType,
    Accept: 'application/json',
    'Idempotency-Key': idempotencyKey,
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    return { response, answer: await readJson(response, maxAnswerBytes) };
  } catch (cause) {
    throw new MessageDelayed('carrier_unavailable', 'The telephony provider did not answer.', { cause });
  }
}

/**
 * Statuses of refusals that concern our account and not the text. The operator has to act, and texts wait.
 */
const aboutUs: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 407]);

/**
 * Sends a request to a provider and reads its answer.
 *
 * @param refusalOf reads the reason of a refusal; null when it does not concern the text
 * @throws MessageRefused, MessageDelayed as `TextCarrier.send`
 */
export async function callCarrier(
  request: CarrierRequest,
  refusalOf: (answer: unknown) => 'invalid_number' | 'opted_out' | null,
): Promise<unknown> {
  const { response, answer } = await post(request);
  const { status, headers } = response;
  if (response.ok) return answer;
  const said = `The telephony provider answered ${status}.`;
  const reason = status >= 400 && status < 500 ? refusalOf(answer) : null;
  if (reason !== null) throw new MessageRefused(reason, said);
  const afterMs = readRetryAfter(headers.get('retry-after'), new Date());
  if (status === 429) throw new MessageDelayed('carrier_busy', said, { afterMs });
  const isRefused = status >= 400 && status < 500 && status !== 408 && !aboutUs.has(status);
  if (isRefused) throw new MessageRefused('refused_by_carrier', said);
  throw new MessageDelayed('carrier_unavailable', said, { afterMs });
}
