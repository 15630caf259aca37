import type { KeyObject } from 'node:crypto';
import { sealPrincipal } from '@pas/shared/principal/assertion';
import type { Principal } from '@pas/shared/principal/principal';

/** An assertion is valid for 30 seconds. One that is used at its end still needs time to arrive. */
const reuseMs = 25_000;

interface Sealed {
  assertion: Promise<string>;
  renewAt: number;
}

/** Makes the assertion about the caller for one upstream. */
export type SealCaller = (principal: Principal, audience: string) => Promise<string>;

/**
 * Prepares the sealing of principals. An assertion is signed once and reused for 25 seconds; it lives and dies with the
 * principal object it speaks of, so a credential that is forgotten and read anew gets a new one.
 */
export function createSealer(privateKey: KeyObject): SealCaller {
  const sealed = new WeakMap<Principal, Map<string, Sealed>>();

  const sealAnew = (principal: Principal, audience: string, known: Map<string, Sealed>): Promise<string> => {
    const assertion = sealPrincipal(principal, audience, privateKey);
    known.set(audience, { assertion, renewAt: Date.now() + reuseMs });
    assertion.catch(() => known.delete(audience));
    return assertion;
  };

  return (principal, audience) => {
    let known = sealed.get(principal);
    if (!known) {
      known = new Map();
      sealed.set(principal, known);
    }
    const current = known.get(audience);
    if (current && current.renewAt > Date.now()) return current.assertion;
    return sealAnew(principal, audience, known);
  };
}
