import { isClosedAddress } from '@pas/platform/outbound/closed-address';
import { createOutboundAgent } from '@pas/platform/outbound/outbound-agent';
import type { OutboundRules } from '@pas/platform/outbound/outbound-url';

/** What an endpoint has answered. `error` is null for success. */
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

/** How long a try takes at most, in milliseconds, from the look-up of the name to the end of the answer. */
const maxMs = 15_000;

/** How much of an answer is read, in bytes. */
const maxAnswerBytes = 64 * 1024;

const failed = (error: string, responseStatus: number | null = null): Outcome => ({ responseStatus, error });

/** Why a request got no answer. */
function reasonOf(error: unknown): string {
  if (isClosedAddress(error)) return 'private_address';
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || code.endsWith('_TIMEOUT')) return 'timeout';
  return /CERT|TLS|SSL|SELF_SIGNED|ALTNAME|EPROTO/.test(code) ? 'tls_failed' : 'connection_failed';
}

/** What a status means: any 2xx is success. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { responseStatus: status, error: null };
  return failed(status >= 300 && status < 400 ? 'redirected' : 'refused', status);
}

/**
 * Prepares to send requests. Each try has a connection of its own, for which the name is resolved once. No redirect is
 * followed. What an answer says is thrown away.
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
      // The status says how the try ends; an answer that breaks off or goes on for too long changes nothing.
      await answer.body.dump({ limit: maxAnswerBytes, signal }).catch(() => undefined);
      return outcomeOf(answer.statusCode);
    } catch (error) {
      return failed(reasonOf(error));
    }
  };
}
