import type { KeyObject } from 'node:crypto';
import { createLocalJWKSet } from 'jose';
import { createCallers, type CallerParts, type Callers } from '../../src/auth/callers.ts';
import { CredentialCache } from '../../src/auth/credential-cache.ts';
import { limitFailedCredentials } from '../../src/auth/failed-credentials.ts';
import { createApiKeyVerifier } from '../../src/auth/verify-api-key.ts';
import { createControllerKeyVerifier } from '../../src/auth/verify-controller-key.ts';
import { createCoreJwtVerifier } from '../../src/auth/verify-core-jwt.ts';
import { StaffIssuers } from '../../src/staff/staff-issuers.ts';
import { createStaffVerifier, type PinnedIssuer } from '../../src/staff/verify-staff-token.ts';

export const coreIssuer = 'http://portal.test';
export const staffIssuer = 'http://organization.test';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Makes a JWT with these claims and an invalid signature. */
export const jwt = (header: object, payload: object): string =>
  `${encode({ alg: 'Ed25519', ...header })}.${encode(payload)}.AAAA`;

/** The pinned issuer, without keys. */
function readIssuers(): PinnedIssuer[] {
  const pinned = {
    issuer: staffIssuer,
    jwksUrl: `${staffIssuer}/jwks`,
    audiences: ['staff'],
    authorizedParties: ['dashboard'],
    algorithms: ['RS256'],
  };
  const keys = createLocalJWKSet({ keys: [] });
  return StaffIssuers.parse(JSON.stringify([pinned])).map((issuer) => ({ ...issuer, keys }));
}

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
    controllerKeys: createControllerKeyVerifier({
      pepper: 'a pepper of at least 32 characters',
      cache: new CredentialCache(isWatched),
    }),
    failures: limitFailedCredentials(),
    environment: 'DEV',
    operators: null,
    staffTokens: createStaffVerifier({
      issuers: readIssuers(),
      cache: new CredentialCache(isWatched),
      environments: ['DEV', 'TEST'],
    }),
    ...overrides,
  });
}
