import { unauthenticated } from '@pas/shared/errors/raise';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { VerifyCredential } from '../auth/caller-entry.ts';
import type { Caller } from '../auth/caller.ts';
import type { CredentialCache, VerifiedCredential } from '../auth/credential-cache.ts';
import { readTokenClaim, type Credential } from '../auth/read-credential.ts';
import { createTokenReader } from '../auth/read-token.ts';
import { readStaffClaims } from './read-staff-claims.ts';
import { findOrganizationTenant, grantedEnvironments, staffCaller } from './staff-caller.ts';
import type { StaffIssuer } from './staff-issuers.ts';

/** A staff token whose signature was right. */
export interface KnownStaff {
  /** Milliseconds since the epoch. */
  expiresAt: number;
  caller: Caller;
}

/** A pinned issuer with the look-up of its keys. */
export interface PinnedIssuer extends StaffIssuer {
  keys: JWTVerifyGetKey;
}

/** Recognises tokens of staff and verifies them; a forged one counts as a failure of the address. */
export interface StaffVerifier {
  recognise: (credential: Credential) => boolean;
  verify: VerifyCredential;
}

export interface StaffVerifierParts {
  issuers: readonly PinnedIssuer[];
  cache: CredentialCache<KnownStaff>;
  /** The environments with a Core. */
  environments: readonly string[];
}

const clockToleranceSeconds = 5;

/** The types of a token that grants access (RFC 7519, section 5.1; RFC 9068). ID tokens have the first one too: see aud. */
const accessTypes: ReadonlySet<unknown> = new Set([undefined, 'JWT', 'at+jwt', 'application/at+jwt']);

const expiredToken = () =>
  unauthenticated('token_expired', 'This token has expired. Get a new one from the identity provider.');

type StaffPayload = JWTPayload & { sub: string; exp: number };

/** @throws the error of jose for a token that is forged, expired, or for another audience or party */
async function readPayload(token: string, issuer: PinnedIssuer): Promise<StaffPayload> {
  const { payload, protectedHeader } = await jwtVerify<StaffPayload>(token, issuer.keys, {
    algorithms: issuer.algorithms,
    issuer: issuer.issuer,
    audience: issuer.audiences,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'sub', 'azp'],
  });
  const { azp, sub } = payload;
  // jose does not check the type of this claim.
  if (typeof sub !== 'string' || sub === '') throw new errors.JWTInvalid('the subject is no name');
  if (!accessTypes.has(protectedHeader.typ))
    throw new errors.JWTInvalid('the type is not that of an access token');
  if (typeof azp !== 'string' || !issuer.authorizedParties.includes(azp))
    throw new errors.JWTInvalid('the token is for another party');
  return payload;
}

/**
 * Prepares the recognition and the verification of staff tokens. The unverified issuer only selects the pinned
 * configuration, which has the keys, algorithms, audiences and parties. Nothing in a token makes the gateway fetch
 * anything. The tenant is read when a token is not cached.
 *
 * @throws unauthenticated with the code of the problem, rate_limited after too many failures, unavailable if the keys
 *   cannot be read
 */
export function createStaffVerifier({ issuers, cache, environments }: StaffVerifierParts): StaffVerifier {
  const pinned = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));

  const issuerOf = (token: string): PinnedIssuer | undefined => {
    const iss = readTokenClaim(token)?.iss;
    return typeof iss === 'string' ? pinned.get(iss) : undefined;
  };

  const recognise = ({ token, digest }: Credential): boolean =>
    cache.peek(digest) !== undefined || issuerOf(token) !== undefined;

  const verifyToken = async (token: string): Promise<VerifiedCredential<KnownStaff>> => {
    const issuer = issuerOf(token);
    if (!issuer) throw new errors.JWTInvalid('the issuer is not pinned');
    const payload = await readPayload(token, issuer);
    const person = readStaffClaims(payload, issuer);
    const tenant = await findOrganizationTenant(person.organizationId);
    const caller = staffCaller(person, {
      kind: 'staff_bearer',
      tenant,
      environments: grantedEnvironments(person, issuer, environments),
      sessionId: null,
      authenticatedAt: null,
    });
    const value = { expiresAt: payload.exp * 1000, caller };
    // Not cached: no reported change would tell when a tenant gets the organization.
    return tenant ? { value, tags: [tenant._id] } : { value, tags: [], isTransient: true };
  };

  const read = createTokenReader({ cache, verifyToken, expiredToken });

  const verify: VerifyCredential = async (credential, address, failures) => {
    const known = await read(credential, address, failures);
    if (known.expiresAt <= Date.now()) throw expiredToken();
    return known.caller;
  };

  return { recognise, verify };
}
