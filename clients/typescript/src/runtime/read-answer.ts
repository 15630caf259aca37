import type { Answer } from './call.ts';
import { PasError, SecretUnavailableError, type Problem } from './errors.ts';
import type { Operation } from './operation.ts';
import { readRateLimit } from './rate-limit.ts';

/** An answer that was received completely; the body of a stream is still unread. */
export interface ReceivedAnswer {
  response: Response;
  /** Null for an answer whose stream belongs to the caller. */
  text: string | null;
}

const isSuccess = ({ ok, status }: Response, operation: Operation): boolean =>
  ok || (operation.has('m') && status >= 300 && status < 400);

/** Returns whether an answer has the result of its operation. */
export const hasResult = ({ response }: ReceivedAnswer, operation: Operation): boolean =>
  isSuccess(response, operation);

/** Reads an answer, except the stream that the operation returns unread. */
export async function receive(response: Response, operation: Operation): Promise<ReceivedAnswer> {
  const isStream = operation.has('x') && isSuccess(response, operation);
  return { response, text: isStream ? null : await response.text() };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Reads the body of a failure. An answer of another server, such as a proxy's page, gets the code `unknown`. */
export function readProblem({ response, text }: ReceivedAnswer): Problem {
  const { status, statusText, headers } = response;
  const read = parse(text ?? '');
  const body = typeof read === 'object' && read !== null ? read : {};
  const message = statusText || `The request failed with status ${status}.`;
  const correlationId = headers.get('x-correlation-id');
  return { status, code: 'unknown', message, correlationId, ...body };
}

/** Picks the result of an operation from a body. */
function pickResult(operation: Operation, body: Record<string, unknown>): unknown {
  const member = operation.has('p') && 'plan' in body ? 'plan' : operation.member;
  if (member === null) return body;
  if (!operation.has('l')) return body[member];
  const items = body[member] as unknown[];
  const { total, limit, offset } = body as Record<'total' | 'limit' | 'offset', number>;
  return { items, total, limit, offset, hasMore: offset + items.length < total };
}

function readResult(operation: Operation, { response, text }: ReceivedAnswer): unknown {
  if (text === null) return response;
  if (operation.has('m')) return { location: response.headers.get('location') };
  if (text === '') return undefined;
  const body = parse(text);
  if (typeof body !== 'object' || body === null)
    throw new PasError(`${operation.name}: the answer is not a JSON object`);
  return pickResult(operation, body as Record<string, unknown>);
}

/**
 * Reads the result of a successful answer.
 *
 * @throws SecretUnavailableError for a repeated creation without its secret
 */
export function readAnswer(operation: Operation, received: ReceivedAnswer): Answer<unknown> {
  const { status, headers } = received.response;
  const data = readResult(operation, received);
  const record = (data ?? {}) as SecretUnavailableError['data'];
  if (record['secretAvailable'] === false) throw new SecretUnavailableError(operation.name, record);
  return {
    data,
    status,
    headers,
    correlationId: headers.get('x-correlation-id'),
    etag: headers.get('etag'),
    isReplayed: headers.get('idempotency-replayed') === 'true',
    rateLimit: readRateLimit(headers),
  };
}
