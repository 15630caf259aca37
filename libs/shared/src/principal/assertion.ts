import { createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { z } from 'zod';
import { isStrictJws } from './strict-jws.ts';
import type { Principal } from './principal.ts';

/** The header that carries the assertion from the gateway to a service. */
export const assertionHeader = 'x-pas-assertion';

/**
 * The header with the remaining time of a request, in milliseconds. It is relative, because clocks may differ. Each
 * try sets it again.
 */
export const timeLeftHeader = 'x-pas-time-left';

/**
 * The header of a service's refusal of an assertion, and its only value. The gateway does not forward such an answer,
 * because the fault lies between gateway and service.
 */
export const refusedHeader = 'x-pas-refused';
export const refusedAssertion = 'assertion';

/** Lifetime of an assertion, in seconds. The gateway reuses it for a little less. */
const assertionTtlSeconds = 30;

/**
 * Tolerated difference of two clocks, in seconds. It also covers a stall: a request in a frozen process must not get
 * a 401.
 */
export const clockToleranceSeconds = 60;

/** Longest accepted lifetime of an assertion, in seconds. */
const maxLifeSeconds = 120;

const issuer = 'pas-gateway';
const tokenType = 'pas-assertion+jwt';

const Claims = z.object({
  kind: z.enum(['anonymous', 'provider', 'api_key', 'staff', 'resident', 'controller']),
  sub: z.string().optional(),
  name: z.string().nullable(),
  tid: z.string().nullable(),
  scopes: z.array(z.string()),
  props: z.array(z.string()).nullable(),
  sid: z.string().nullable(),
  /** The lineage of an API key; missing if it equals `sub`. */
  lin: z.string().optional(),
  email: z.string().nullish(),
  /** Seconds since the epoch. */
  auth: z.number().nullish(),
  /** Missing for other callers than staff. */
  envs: z.array(z.string()).optional(),
});

/** Returns the audience of one service in one environment, so that DEV refuses an assertion for TEST. */
export function assertionAudience(service: string, environment: string): string {
  return `${service}@${environment}`;
}

/** Returns the id of an Ed25519 public key: its JWK thumbprint (RFC 7638). */
export async function keyId(publicKey: KeyObject): Promise<string> {
  return calculateJwkThumbprint(publicKey.export({ format: 'jwk' }));
}

/** The ids of signing keys, each computed once. */
const signerIds = new WeakMap<KeyObject, Promise<string>>();

function signerId(privateKey: KeyObject): Promise<string> {
  const known = signerIds.get(privateKey);
  if (known) return known;
  const id = keyId(createPublicKey(privateKey));
  signerIds.set(privateKey, id);
  return id;
}

/** Returns the claims that only staff assertions have. */
function staffClaims({ kind, email, authenticatedAt, environments }: Principal): JWTPayload {
  if (kind !== 'staff') return {};
  return {
    email: email ?? null,
    auth: authenticatedAt ? authenticatedAt.getTime() / 1000 : null,
    ...(environments && { envs: environments }),
  };
}

/** Signs the principal for one service of one environment (compact JWS, Ed25519). */
export async function sealPrincipal(
  principal: Principal,
  audience: string,
  privateKey: KeyObject,
): Promise<string> {
  const claims: JWTPayload = {
    kind: principal.kind,
    name: principal.name,
    tid: principal.tenantId,
    scopes: principal.scopes,
    props: principal.propertyIds,
    sid: principal.sessionId,
    ...(principal.lineageId !== undefined && { lin: principal.lineageId }),
    ...staffClaims(principal),
  };
  const token = new SignJWT(claims)
    .setProtectedHeader({ alg: 'Ed25519', typ: tokenType, kid: await signerId(privateKey) })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${assertionTtlSeconds} s`);
  if (principal.id !== null) token.setSubject(principal.id);
  return token.sign(privateKey);
}

/** The times of an assertion, in seconds since the epoch. */
interface AssertionTimes {
  issuedAt: number;
  notBefore: number;
  expiresAt: number;
}

export interface OpenedAssertion {
  principal: Principal;
  times: AssertionTimes;
}

/**
 * Checks the times of a verified assertion. A known assertion is checked again on each use.
 *
 * @param nowMs milliseconds since the epoch
 * @throws Error with the reason, for the log
 */
export function requireCurrent({ issuedAt, notBefore, expiresAt }: AssertionTimes, nowMs: number): void {
  const nowSeconds = Math.floor(nowMs / 1000);
  if (expiresAt - issuedAt > maxLifeSeconds) throw new Error('The assertion lives too long.');
  if (expiresAt + clockToleranceSeconds <= nowSeconds) {
    throw new Error(`The assertion expired ${nowSeconds - expiresAt} s ago. Compare the clocks.`);
  }
  const startsInSeconds = Math.max(issuedAt, notBefore) - nowSeconds;
  if (startsInSeconds > clockToleranceSeconds) {
    throw new Error(`The assertion starts in ${startsInSeconds} s. Compare the clocks.`);
  }
}

/**
 * Verifies an assertion and reads the principal from it. Clocks may differ by 60 seconds.
 *
 * @throws jose's error for a bad signature, type, issuer or audience
 * @throws Error for a bad time. The caller answers 401.
 */
export async function openAssertion(
  token: string,
  audience: string,
  publicKeys: ReadonlyMap<string, KeyObject>,
): Promise<OpenedAssertion> {
  if (!isStrictJws(token)) throw new Error('The assertion is not a compact JWS.');
  const { payload } = await jwtVerify(
    token,
    ({ kid }) => {
      const key = publicKeys.get(kid ?? '');
      if (!key) throw new Error('The assertion is signed by a key that this service does not know.');
      return key;
    },
    {
      algorithms: ['Ed25519'],
      typ: tokenType,
      issuer,
      audience,
      requiredClaims: ['exp', 'iat'],
      clockTolerance: clockToleranceSeconds,
    },
  );
  const claims = Claims.parse(payload);
  const { exp: expiresAt = 0, iat: issuedAt = 0, nbf: notBefore = issuedAt } = payload;
  const times = { issuedAt, notBefore, expiresAt };
  requireCurrent(times, Date.now());
  return {
    principal: {
      kind: claims.kind,
      id: claims.sub ?? null,
      name: claims.name,
      tenantId: claims.tid,
      scopes: claims.scopes,
      propertyIds: claims.props,
      sessionId: claims.sid,
      ...(claims.lin !== undefined && { lineageId: claims.lin }),
      ...(claims.kind === 'staff' && {
        email: claims.email ?? null,
        authenticatedAt: typeof claims.auth === 'number' ? new Date(claims.auth * 1000) : null,
        ...(claims.envs && { environments: claims.envs }),
      }),
    },
    times,
  };
}

/** Indexes the public keys that a service accepts by their key id. */
export async function indexPublicKeys(pems: readonly string[]): Promise<ReadonlyMap<string, KeyObject>> {
  const keys = pems.map((pem) => createPublicKey(pem));
  return new Map(await Promise.all(keys.map(async (key) => [await keyId(key), key] as const)));
}
