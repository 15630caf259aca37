import { isClosedAddress } from '@pas/platform/outbound/closed-address';
import { createOutboundAgent } from '@pas/platform/outbound/outbound-agent';
import type { OutboundRules } from '@pas/platform/outbound/outbound-url';

/** Result of a request. `error` is null for success. */
export interface Outcome {
  responseStatus: number | null;
  error: string | null;
  /** The first kilobyte of the answer's body; null without an answer, and for an empty body. */
  responseBody: string | null;
}

/** A signed event. */
export interface SignedRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Sends requests to endpoints; never throws. */
export type SendRequest = (request: SignedRequest) => Promise<Outcome>;

/** Timeout of a request, in milliseconds, from the name look-up to the end of the answer. */
const maxMs = 15_000;

/** Maximum bytes read from an answer. */
const maxAnswerBytes = 64 * 1024;

/** Bytes of an answer that are kept. */
const keptBytes = 1024;

/** Returns the outcome of an attempt without an answer. */
export const unanswered = (error: string): Outcome => ({ responseStatus: null, error, responseBody: null });

/** Returns the reason of a request without an answer. */
function reasonOf(error: unknown): string {
  if (isClosedAddress(error)) return 'private_address';
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || code.endsWith('_TIMEOUT')) return 'timeout';
  return /CERT|TLS|SSL|SELF_SIGNED|ALTNAME|EPROTO/.test(code) ? 'tls_failed' : 'connection_failed';
}

/** Maps a status to the reason of a failure; any 2xx is success. */
function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}

/** Decodes the first bytes of a body, without a character that they cut. */
function decodeStart(chunks: readonly Buffer[]): string | null {
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
  return text === '' ? null : text;
}

/**
 * Reads the start of an answer, and discards the rest. A body that breaks off counts as far as it came. The
 * agent ends a body after 64 kB, or at the time limit.
 */
async function readStart(body: AsyncIterable<Buffer>): Promise<string | null> {
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (size < keptBytes) kept.push(chunk.subarray(0, keptBytes - size));
      size += chunk.length;
    }
  } catch {
    // Only the status decides the outcome.
  }
  return decodeStart(kept);
}

/**
 * Creates the sender of requests. Each attempt opens a new connection, for which the name is resolved once.
 * Redirects are not followed.
 */
export function createSendRequest(rules: OutboundRules): SendRequest {
  const limits = { timeoutMs: maxMs, maxAnswerBytes, connectionsPerHost: null, connectsEachTime: true };
  const agent = createOutboundAgent(rules, limits);
  return async ({ url, headers, body }) => {
    try {
      const { origin, pathname, search } = new URL(url);
      const signal = AbortSignal.timeout(maxMs);
      const request = {
        origin,
        path: `${pathname}${search}`,
        method: 'POST',
        headers,
        body,
        signal,
      } as const;
      const answer = await agent.request(request);
      const { statusCode } = answer;
      const responseBody = await readStart(answer.body);
      return { responseStatus: statusCode, error: errorOf(statusCode), responseBody };
    } catch (error) {
      return unanswered(reasonOf(error));
    }
  };
}
