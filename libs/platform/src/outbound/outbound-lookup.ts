import { lookup as lookupBySystem, Resolver, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { ClosedAddress } from './closed-address.ts';
import type { OutboundRules } from './outbound-url.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** The timeout of a name server, in milliseconds, and the number of tries. */
const resolverLimits = { timeout: 3000, tries: 2 };

type LookupCallback = (error: Error | null, addresses: LookupAddress[]) => void;

/**
 * Resolves a name without the thread pool of the process, all of whose threads a slow name server would block. The
 * system resolves `localhost`, which is not a name for name servers.
 */
function resolveName(resolver: Resolver, name: string, done: LookupCallback): void {
  if (name === 'localhost') return lookupBySystem(name, { all: true }, done);
  const list = (texts: string[], family: number) => texts.map((address) => ({ address, family }));
  return resolver.resolve4(name, (noFour, four) => {
    if (!noFour && four.length > 0) return done(null, list(four, 4));
    return resolver.resolve6(name, (noSix, six) => done(noSix, noSix ? [] : list(six, 6)));
  });
}

/**
 * Makes the look-up of names for connections. A name with any private, link-local or reserved address fails. The
 * connection uses the checked addresses, so a later change of the name (DNS rebinding) has no effect.
 */
export function createOutboundLookup({ allowsLoopback }: OutboundRules): LookupFunction {
  const resolver = new Resolver(resolverLimits);
  const isOpen = ({ address }: LookupAddress): boolean =>
    isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address));
  return (name, options, done) => {
    resolveName(resolver, name, (error, addresses) => {
      if (error) return done(error, '');
      const [first] = addresses;
      if (!first || !addresses.every(isOpen)) return done(new ClosedAddress(), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}
