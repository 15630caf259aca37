import type { KeyObject } from 'node:crypto';
import { unauthenticated } from '@pas/shared/errors/raise';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { clockToleranceSeconds } from '@pas/shared/principal/assertion';
import { coreJwtAudience, coreJwtType } from '@pas/shared/sessions/core-jwt';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { VerifyCredential } from './caller-entry.ts';
import { residentCaller, type Caller } from './caller.ts';
import type { CredentialCache, VerifiedCredential } from './credential-cache.ts';
import { readTokenClaim, type Credential } from './read-credential.ts';
import { createTokenReader } from './read-token.ts';

/** A token whose signature was right. */
export interface KnownToken {
  /** The end of its life, plus the tolerance for clocks and stalls, in milliseconds since the epoch. */
  acceptedUntil: number;
  /** When the person has moved out of the last home, and the session ends; milliseconds since the epoch, or Infinity. */
  movesOutAt: number;
  /** Null when its session has ended, or its user is disabled, FORMER or gone. */
  caller: Caller | null;
}

/** Recognises Core JWTs and verifies them; a forged one counts as a failure of the address. */
export interface CoreJwtVerifier {
  recognise: (credential: Credential) => boolean;
  verify: VerifyCredential;
}

export interface CoreJwtParts {
  publicKeys: ReadonlyMap<string, KeyObject>;
  issuer: string;
  cache: CredentialCache<KnownToken>;
}

const Name = z.string().min(1);
const Claims = z.object({ sub: Name, tid: Name, sid: Name, exp: z.number() });
type Claims = z.output<typeof Claims>;

const expiredToken = () => unauthenticated('token_expired', 'This token has expired. Refresh it.');
const endedSession = () => unauthenticated('session_expired', 'This session has ended. Sign in again.');

/** The same rules for every token. */
const pinned = {
  algorithms: ['Ed25519'],
  typ: coreJwtType,
  audience: coreJwtAudience,
  clockTolerance: clockToleranceSeconds,
};

/** The time until which a token is accepted: its end (`exp`, in seconds) plus a minute. */
const acceptedUntil = (exp: number): number => (exp + clockToleranceSeconds) * 1000;

function claimsOf(payload: JWTPayload): Claims {
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw new errors.JWTInvalid('a claim is missing');
  return claims.data;
}

/**
 * Reads when the user of a session moves out, in milliseconds since the epoch; Infinity if no time is known.
 *
 * @returns null for a session that has ended, or whose user may not sign in
 */
async function readMoveOut({ sub, tid, sid }: Claims): Promise<number | null> {
  const [session, user, tenant] = await Promise.all([
    SessionModel.findOne({ _id: sid, userId: sub, tenantId: tid }).lean<SessionRow>(),
    UserModel.findOne(
      { _id: sub, tenantId: tid, isLive: true },
      { status: 1, formerDueAt: 1 },
    ).lean<UserRow>(),
    TenantModel.exists({ _id: tid, isLive: true }),
  ]);
  if (!session || !user || !tenant) return null;
  const endsAt = Math.min(session.idleExpiresAt.getTime(), session.absoluteExpiresAt.getTime());
  const isAdmitted = user.status === 'INVITED' || user.status === 'ACTIVE';
  if (session.revokedAt !== null || endsAt <= Date.now() || !isAdmitted) return null;
  return user.formerDueAt?.getTime() ?? Infinity;
}

/**
 * Prepares the recognition and the verification of Core JWTs. The unverified type and issuer recognise a token; only
 * then the keys are used. Type, algorithm, issuer and audience are pinned, and the key must be a configured one.
 * Nothing in a token makes the gateway fetch anything. Session, user and tenant are read when a token is not cached.
 * The suspension of a tenant is not read, because it does not stop residents.
 *
 * A token is accepted for a minute after its end. The clock of the signing service may differ, and a request may wait
 * in a stalled process.
 *
 * @throws unauthenticated with the code of the problem, rate_limited for an address with too many failures
 */
export function createCoreJwtVerifier({ publicKeys, issuer, cache }: CoreJwtParts): CoreJwtVerifier {
  const keyOf = ({ kid }: { kid?: string }): KeyObject => {
    const key = publicKeys.get(kid ?? '');
    if (!key) throw new errors.JWSInvalid('unknown key');
    return key;
  };

  // A cached token was recognised before. Its claims are not read again.
  const recognise = ({ token, digest }: Credential): boolean => {
    if (cache.peek(digest)) return true;
    const claim = readTokenClaim(token);
    return claim?.typ === coreJwtType && claim.iss === issuer;
  };

  const verifyToken = async (token: string): Promise<VerifiedCredential<KnownToken>> => {
    const { payload } = await jwtVerify(token, keyOf, { ...pinned, issuer });
    const claims = claimsOf(payload);
    const { sub, tid, sid, exp } = claims;
    const movesOutAt = await readMoveOut(claims);
    const caller = movesOutAt === null ? null : residentCaller(sub, tid, sid);
    return {
      value: { acceptedUntil: acceptedUntil(exp), movesOutAt: movesOutAt ?? Infinity, caller },
      tags: [sid, sub, tid],
    };
  };

  const read = createTokenReader({ cache, verifyToken, expiredToken });

  const verify: VerifyCredential = async (credential, address, failures) => {
    const known = await read(credential, address, failures);
    if (known.acceptedUntil <= Date.now()) throw expiredToken();
    if (!known.caller || known.movesOutAt <= Date.now()) throw endedSession();
    return known.caller;
  };

  return { recognise, verify };
}
