import type { KeyObject } from 'node:crypto';
import { createCallers, type CallerParts, type Callers } from '../../src/auth/callers.ts';
import { CredentialCache } from '../../src/auth/credential-cache.ts';
import { limitFailedCredentials } from '../../src/auth/failed-credentials.ts';
import { createApiKeyVerifier } from '../../src/auth/verify-api-key.ts';
import { createCoreJwtVerifier } from '../../src/auth/verify-core-jwt.ts';

export const coreIssuer = 'http://portal.test';
export const staffIssuer = 'http://organization.test';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT with these claims and no good signature. */
export const jwt = (header: object, payload: object): string =>
  `${encode({ alg: 'Ed25519', ...header })}.${encode(payload)}.AAAA`;

const isWatched = (): boolean => true;

/**
 * The table of callers of a gateway for DEV, which pins one issuer of staff.
 *
 * @param publicKeys the keys of Core JWTs
 */
export function newCallers(
  publicKeys: ReadonlyMap<string, KeyObject> = new Map(),
  overrides: Partial<CallerParts> = {},
): Callers {
  return createCallers({
    verifyApiKey: createApiKeyVerifier({
      pepper: 'a pepper of at least 32 characters',
      cache: new CredentialCache(isWatched),
    }),
    coreJwts: createCoreJwtVerifier({
      publicKeys,
      issuer: coreIssuer,
      cache: new CredentialCache(isWatched),
    }),
    failures: limitFailedCredentials(),
    environment: 'DEV',
    staffIssuers: new Set([staffIssuer]),
    ...overrides,
  });
}
