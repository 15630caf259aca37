import type { KeyObject } from 'node:crypto';

/** The public keys of Core JWTs as a JWK set (RFC 7517, RFC 8037), newest first, for other verifiers. */
export function jwks(publicKeys: ReadonlyMap<string, KeyObject>) {
  const keys = [...publicKeys].map(([kid, key]) => {
    const { kty, crv, x } = key.export({ format: 'jwk' });
    return { kty, crv, x, kid, alg: 'Ed25519', use: 'sig' };
  });
  return { keys };
}
