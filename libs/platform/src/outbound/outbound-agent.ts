import { Agent } from 'undici';
import { createOutboundConnector } from './outbound-connector.ts';
import type { OutboundRules } from './outbound-url.ts';

/** The limits of connections to addresses that outsiders name. */
interface OutboundLimits {
  /** The longest wait for a connection, and for an answer, in milliseconds. */
  timeoutMs: number;
  /** The maximum size of an answer, in bytes. */
  maxAnswerBytes: number;
  /** Maximum connections to one host; null for no limit. */
  connectionsPerHost: number | null;
  /** Whether each request opens its own connection, so that its name is resolved again. */
  connectsEachTime?: boolean;
}

/**
 * Makes the HTTP client for addresses that outsiders name. Each connection checks its address (`closed_address`). It
 * follows no redirect.
 */
export function createOutboundAgent(rules: OutboundRules, limits: OutboundLimits): Agent {
  const { timeoutMs, maxAnswerBytes, connectionsPerHost, connectsEachTime = false } = limits;
  const protocols = connectsEachTime ? ['http/1.1' as const] : ['http/1.1' as const, 'h2' as const];
  return new Agent({
    connect: createOutboundConnector(rules, { timeoutMs, protocols }),
    connections: connectionsPerHost,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
    ...(connectsEachTime ? { pipelining: 0 } : {}),
  });
}
