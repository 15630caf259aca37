import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { assertionAudience, assertionHeader, keyId, sealPrincipal } from '@pas/shared/principal/assertion';
import { anonymous, type Principal } from '@pas/shared/principal/principal';

/** Time for which an assertion is reused, in milliseconds. Less than half of its life. */
const reuseMs = 10_000;

/** A simulated gateway for one service, with its own key. */
export interface TestGateway {
  audience: string;
  publicKeys: ReadonlyMap<string, KeyObject>;
  /** The PEM for `ASSERTION_PUBLIC_KEYS` of a service process. */
  publicKeyPem: string;
  /** Returns the headers with which the service identifies the caller. */
  headersFor(principal: Principal): Promise<Record<string, string>>;
}

/** Reuses assertions for ten seconds, as the gateway does. */
function reuseAssertions(seal: (principal: Principal) => Promise<string>): typeof seal {
  const sealed = new Map<string, Promise<string>>();
  let since = 0;
  return async (principal) => {
    const now = Date.now();
    if (Math.abs(now - since) > reuseMs) {
      sealed.clear();
      since = now;
    }
    const key = JSON.stringify(principal);
    const assertion = sealed.get(key) ?? seal(principal);
    sealed.set(key, assertion);
    return assertion;
  };
}

/** Makes a gateway whose assertions the tested service accepts. */
export async function createTestGateway(service: string, environment: string): Promise<TestGateway> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const audience = assertionAudience(service, environment);
  const assertionOf = reuseAssertions(async (principal) => sealPrincipal(principal, audience, privateKey));
  return {
    audience,
    publicKeys: new Map([[await keyId(publicKey), publicKey]]),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    headersFor: async (principal) => ({ [assertionHeader]: await assertionOf(principal) }),
  };
}

/** Makes a machine caller of one tenant. */
export function apiKeyPrincipal(tenantId: string | null, scopes: readonly string[]): Principal {
  return { ...anonymous, kind: 'api_key', id: 'key_test', name: 'Test key', tenantId, scopes };
}

/** Makes a signed-in resident. */
export function residentPrincipal(userId: string, tenantId: string, sessionId: string): Principal {
  return { ...anonymous, kind: 'resident', id: userId, tenantId, sessionId };
}
