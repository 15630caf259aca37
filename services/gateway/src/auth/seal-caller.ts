import type { KeyObject } from 'node:crypto';
import { sealPrincipal } from '@pas/shared/principal/assertion';
import type { Principal } from '@pas/shared/principal/principal';

/** An assertion is valid for 30 seconds. Services accept it for 60 more, because of stalls and clock differences. */
const reuseMs = 25_000;

interface SealedAssertion {
  assertion: Promise<string>;
  /** Milliseconds since the epoch. */
  sealedAt: number;
}

/** Makes the assertions about callers. */
export interface Sealer {
  /** Signs the assertion about a caller for one upstream, or reuses it. */
  seal: (principal: Principal, audience: string) => Promise<string>;
  /** Replaces a refused assertion. Requests with the same refused assertion share the new one. */
  sealAgain: (principal: Principal, audience: string, refused: string) => Promise<string>;
}

/** Whether an assertion can be used again. After a step of the clock, in either direction, it is signed again. */
function isFresh({ sealedAt }: SealedAssertion): boolean {
  const ageMs = Date.now() - sealedAt;
  return ageMs >= 0 && ageMs < reuseMs;
}

/**
 * Prepares the sealing of principals. An assertion is signed once and reused for 25 seconds. It belongs to the
 * principal object, so a credential that is read again gets a new assertion.
 */
export function createSealer(privateKey: KeyObject): Sealer {
  const sealed = new WeakMap<Principal, Map<string, SealedAssertion>>();

  const sealAnew = (
    principal: Principal,
    audience: string,
    known: Map<string, SealedAssertion>,
  ): Promise<string> => {
    const assertion = sealPrincipal(principal, audience, privateKey);
    known.set(audience, { assertion, sealedAt: Date.now() });
    assertion.catch(() => known.delete(audience));
    return assertion;
  };

  const seal: Sealer['seal'] = (principal, audience) => {
    let known = sealed.get(principal);
    if (!known) {
      known = new Map();
      sealed.set(principal, known);
    }
    const current = known.get(audience);
    if (current && isFresh(current)) return current.assertion;
    return sealAnew(principal, audience, known);
  };

  return {
    seal,
    async sealAgain(principal, audience, refused) {
      const known = sealed.get(principal);
      const current = known?.get(audience);
      const isRefused = current !== undefined && (await current.assertion) === refused;
      if (isRefused && known?.get(audience) === current) known?.delete(audience);
      return seal(principal, audience);
    },
  };
}
