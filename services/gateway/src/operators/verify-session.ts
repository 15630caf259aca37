import { OperatorSessionModel, type OperatorSessionRow } from '@pas/shared/models/operator-session';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { LRUCache } from 'lru-cache';
import { digestOf, type CredentialCache, type VerifiedCredential } from '../auth/credential-cache.ts';
import { missingCredentials } from '../auth/missing-credentials.ts';
import { grantedEnvironments, staffCaller } from '../staff/staff-caller.ts';
import type { StaffIssuer } from '../staff/staff-issuers.ts';
import type { OperatorCookies } from './operator-cookies.ts';
import { endedSession, endOf, idleMs, sessionHash, type KnownSession } from './operator-session.ts';
import type { SessionUse } from './record-session-use.ts';
import type { SessionValues } from './session-values.ts';

export interface SessionVerifierParts {
  cookies: OperatorCookies;
  values: SessionValues;
  issuer: StaffIssuer;
  /** The environments with a Core. */
  environments: readonly string[];
  cache: CredentialCache<KnownSession>;
  use: SessionUse;
}

/** Finds the session behind a Cookie header. @throws unauthenticated */
export type VerifySession = (cookie: string | undefined) => Promise<KnownSession>;

function callerOf(row: OperatorSessionRow, status: TenantRow['status'], environments: readonly string[]) {
  return staffCaller(row, {
    kind: 'operator_session',
    tenant: { _id: row.tenantId, status },
    environments,
    sessionId: row._id,
    authenticatedAt: row.authenticatedAt,
  });
}

/**
 * Prepares the verification of operator sessions. Session and tenant are read when the cookie is not cached. Idle and
 * absolute end are checked at each use. The tenant must still have the organization.
 */
export function createSessionVerifier(parts: SessionVerifierParts): VerifySession {
  const { cookies, values, issuer, environments, cache, use } = parts;
  const unknown = new LRUCache<string, true>({ max: 50_000, ttl: 5000 });

  const lookUp = async (value: string): Promise<VerifiedCredential<KnownSession> | null> => {
    const tokenHash = sessionHash(value);
    const row = await OperatorSessionModel.findOne({ tokenHash }).lean<OperatorSessionRow>();
    if (row?.issuer !== issuer.issuer) return null;
    const { tenantId, organizationId } = row;
    const filter = { _id: tenantId, organizationId, isLive: true };
    const tenant = await TenantModel.findOne(filter, { status: 1 }).lean<TenantRow>();
    const granted = grantedEnvironments(row, issuer, environments);
    const caller = callerOf(row, tenant?.status ?? 'ACTIVE', granted);
    const idleEndsAt = row.idleExpiresAt.getTime();
    const known = { row, idleEndsAt, isTenantDeleted: tenant === null, caller };
    return { value: known, tags: [row._id, tenantId] };
  };

  const admit = (known: KnownSession): KnownSession => {
    const nowMs = Date.now();
    const isEnded = known.row.revokedAt !== null || known.isTenantDeleted || endOf(known) <= nowMs;
    if (isEnded) throw endedSession();
    known.idleEndsAt = nowMs + idleMs;
    use.note(known.row._id, nowMs);
    return known;
  };

  return async (cookie) => {
    const value = cookies.session.read(cookie);
    if (value === null) throw missingCredentials();
    if (!values.isOurs(value)) throw endedSession();
    const digest = digestOf(value);
    const remembered = cache.peek(digest);
    if (remembered) return admit(remembered);
    const known = unknown.has(digest) ? null : await cache.fill(digest, () => lookUp(value));
    if (known) return admit(known);
    unknown.set(digest, true);
    throw endedSession();
  };
}
