import { lookup as resolveName, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import type { OutboundRules } from './outbound-url.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** A name that an outsider gave resolves to an address that must not be called. */
class ClosedAddress extends Error {
  override readonly name = 'ClosedAddress';
  readonly code = 'closed_address';
}

/**
 * Resolves names for connections and leaves out private, link-local and reserved addresses. The connection goes to the
 * address that was checked, so a name that resolves to another address a moment later (DNS rebinding) changes nothing.
 */
function createOutboundLookup({ allowsLoopback }: OutboundRules): LookupFunction {
  const isOpen = ({ address }: LookupAddress): boolean =>
    isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address));
  return (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const open = addresses.filter(isOpen);
      const [first] = open;
      if (!first) return done(new ClosedAddress('The name has no address on the Internet.'), '');
      return options.all ? done(null, open) : done(null, first.address, first.family);
    });
  };
}

/** The limits of a connection to an address that an outsider named. */
interface OutboundLimits {
  /** The longest wait for a connection, and for an answer, in milliseconds. */
  timeoutMs: number;
  /** How much of an answer is read, in bytes. */
  maxAnswerBytes: number;
  /** How many connections one host gets. */
  connectionsPerHost: number;
}

/**
 * Makes the HTTP client for addresses that outsiders name. It follows no redirect. An address that is an IP address is
 * never resolved: check it with `findOutboundFault` before each call.
 */
export function createOutboundAgent(rules: OutboundRules, limits: OutboundLimits): Agent {
  const { timeoutMs, maxAnswerBytes, connectionsPerHost } = limits;
  return new Agent({
    connect: { lookup: createOutboundLookup(rules), timeout: timeoutMs },
    connections: connectionsPerHost,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
  });
}
