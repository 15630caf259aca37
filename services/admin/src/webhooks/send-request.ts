import { isClosedAddress } from '@pas/platform/outbound/closed-address';
import { createOutboundAgent } from '@pas/platform/outbound/outbound-agent';
import type { OutboundRules } from '@pas/platform/outbound/outbound-url';

/** Result of a request. `error` is null for success. */
export interface Outcome {
  responseStatus: number | null;
  error: string | null;
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

const failed = (error: string, responseStatus: number | null = null): Outcome => ({ responseStatus, error });

/** Returns the reason of a request without an answer. */
function reasonOf(error: unknown): string {
  if (isClosedAddress(error)) return 'private_address';
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || code.endsWith('_TIMEOUT')) return 'timeout';
  return /CERT|TLS|SSL|SELF_SIGNED|ALTNAME|EPROTO/.test(code) ? 'tls_failed' : 'connection_failed';
}

/** Maps a status to an outcome: any 2xx is success. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { responseStatus: status, error: null };
  return failed(status >= 300 && status < 400 ? 'redirected' : 'refused', status);
}

/**
 * Creates the sender of requests. Each attempt opens a new connection, for which the name is resolved once.
 * Redirects are not followed. The body of the answer is discarded.
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
      // Only the status decides the outcome: a truncated or endless body changes nothing.
      await answer.body.dump({ limit: maxAnswerBytes, signal }).catch(() => undefined);
      return outcomeOf(answer.statusCode);
    } catch (error) {
      return failed(reasonOf(error));
    }
  };
}
