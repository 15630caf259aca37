import { Fault } from '@pas/platform/errors/fault';
import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { isStrictJws } from '@pas/shared/principal/strict-jws';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { authorizationCodeGrant, type Configuration } from 'openid-client';
import { unknownOrganization } from '../auth/find-refusal.ts';
import { readStaffClaims } from '../staff/read-staff-claims.ts';
import { findOrganizationTenant, staffCaller } from '../staff/staff-caller.ts';
import type { PinnedIssuer } from '../staff/verify-staff-token.ts';
import { identityUnavailable, type OidcClient } from './oidc-client.ts';
import type { PendingLogin } from './pending-login.ts';
import { callbackUrlAt } from './public-urls.ts';
import type { SessionValues } from './session-values.ts';
import { startSession } from './start-session.ts';
import { findSetupLinkUse } from './use-setup-link.ts';

/** The tolerance between the provider's clock and ours, in seconds. */
const clockToleranceSeconds = 30;

/** The query with which the provider sends the browser back. */
export type CallbackQuery = Readonly<Record<string, string | undefined>>;

export interface CompleteLoginParts {
  issuer: PinnedIssuer;
  client: OidcClient;
  clientId: string;
  sessionValues: SessionValues;
}

interface Completion {
  query: CallbackQuery;
  /** The address of ours that the browser uses. */
  publicUrl: string;
  pending: PendingLogin;
  /** The session cookie that the browser sent; null without one. */
  previous: string | null;
}

/** 401: the log-in failed. The person must start it again. */
export const failedLogin = (detail: string): Fault =>
  new Fault('unauthenticated', 'login_failed', 'The log-in could not be completed. Start it again.', {
    detail,
  });

const providerFaults: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
]);

/** Returns unavailable if the provider could not be reached, and a failed log-in for any other error. */
function toLoginFault(error: unknown): unknown {
  if (error instanceof Fault) return error;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  if (providerFaults.has(code) || (error instanceof TypeError && code === undefined))
    return identityUnavailable(error);
  return Object.assign(failedLogin(message ?? 'unknown'), { cause: error });
}

/**
 * Exchanges the code and checks state, nonce, `iss` and PKCE (openid-client), and the ID token's signature by pinned
 * keys.
 */
async function exchangeCode(
  { issuer, clientId }: CompleteLoginParts,
  configuration: Configuration,
  { query, pending, publicUrl }: Completion,
): Promise<JWTPayload & { sub: string }> {
  const url = new URL(callbackUrlAt(publicUrl));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.verifier,
    idTokenExpected: true,
  });
  const { id_token: idToken = '' } = tokens;
  if (!isStrictJws(idToken)) throw failedLogin('the ID token is no plain JWS');
  const { payload } = await jwtVerify<{ sub: string }>(idToken, issuer.keys, {
    algorithms: issuer.algorithms,
    issuer: issuer.issuer,
    audience: clientId,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'sub'],
  });
  const { sub } = payload;
  if (typeof sub !== 'string' || sub === '') throw failedLogin('the subject is no name');
  return payload;
}

/** @throws failed log-in if the provider answered the request for a new log-in with an old one */
function authenticatedAt(payload: JWTPayload, { isFresh, iat }: PendingLogin): Date | null {
  const time = payload['auth_time'];
  if (typeof time !== 'number') return isFresh ? new Date(iat * 1000) : null;
  if (isFresh && time < iat - clockToleranceSeconds)
    throw failedLogin('the provider did not ask the person anew');
  // A time in the future would keep the log-in recent for too long, and a date cannot hold every number.
  return new Date(Math.min(time * 1000, Date.now()));
}

/**
 * Completes a log-in at the callback and starts its session.
 *
 * @returns the value of the session cookie
 * @throws unauthenticated (`login_failed`), forbidden (`organization_unknown`, `setup_link_mismatch`), gone
 *   (`link_ended`), unavailable while the provider or the database is unavailable
 */
export async function completeLogin(
  ctx: PublicContext,
  parts: CompleteLoginParts,
  completion: Completion,
): Promise<string> {
  const { issuer, client } = parts;
  const configuration = await client.connect();
  const payload = await exchangeCode(parts, configuration, completion).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? failedLogin(error.message) : toLoginFault(error);
  });
  const at = authenticatedAt(payload, completion.pending);
  const person = readStaffClaims(payload, issuer);
  const { organizationId } = person;
  const { setup } = completion.pending;
  const setupUse = setup === null ? null : await findSetupLinkUse(setup, person, ctx.now);
  const tenant = setupUse?.tenant ?? (await findOrganizationTenant(organizationId));
  if (!tenant || organizationId === null) throw unknownOrganization();
  const proof = { tenant, environments: [], sessionId: null, authenticatedAt: at };
  const { principal } = staffCaller(person, { kind: 'operator_session', ...proof });
  const value = parts.sessionValues.mint();
  await startSession(withTenant({ ...ctx, principal }, tenant._id), {
    value,
    issuer: issuer.issuer,
    person: { ...person, organizationId },
    authenticatedAt: at,
    previous: completion.previous,
    setupUse,
  });
  return value;
}
