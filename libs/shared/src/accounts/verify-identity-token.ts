import { Fault } from '@pas/platform/errors/fault';
import { forbidden, unauthenticated } from '../errors/raise.ts';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Identity, IdentitySettings } from './identity.ts';
import { isStrictJws } from '../principal/strict-jws.ts';
import { createKeySet } from './identity-keys.ts';
import { readIdentityUser } from './read-identity-user.ts';

/** Asymmetric signature algorithms. With a symmetric one, anybody who knows the public key could forge tokens. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
const clockToleranceSeconds = 5;

/** Verifies the session tokens of the identity provider. */
export interface IdentityVerifier {
  /**
   * @throws unauthenticated for a token that is forged, expired or issued for another party
   * @throws forbidden while the e-mail is unverified, unavailable when the provider does not respond
   */
  verify(token: string): Promise<Identity>;
}

function toRefusal(error: unknown): unknown {
  if (error instanceof Fault) return error;
  if (error instanceof errors.JWTExpired) {
    return unauthenticated('token_expired', 'The identity token has expired. Get a new one and try again.');
  }
  if (!(error instanceof errors.JOSEError)) return error;
  return Object.assign(
    unauthenticated('token_invalid', 'The identity token is not valid. Get a new one and try again.'),
    {
      cause: error,
    },
  );
}

/** @throws JWSInvalid for a text that is not a JWS, or not in its canonical encoding */
function requireStrict(token: string): string {
  if (!isStrictJws(token)) throw new errors.JWSInvalid('this is not a compact JWS');
  return token;
}

/** The types of a session token (RFC 7519, section 5.1). */
const sessionTypes: ReadonlySet<unknown> = new Set([undefined, 'JWT']);

async function readClaims(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, authorizedParties }: IdentitySettings,
): Promise<JWTPayload & { sub: string }> {
  const options = {
    algorithms,
    issuer,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'sub', 'azp'],
  };
  const { payload, protectedHeader } = await jwtVerify<{ sub: string; azp: unknown }>(
    requireStrict(token),
    keys,
    options,
  );
  const { sub } = payload;
  // jose leaves the type of this claim to its caller.
  if (typeof sub !== 'string' || sub === '') throw new errors.JWTInvalid('the subject is not a name');
  if (!sessionTypes.has(protectedHeader.typ))
    throw new errors.JWTInvalid('the type is that of another token');
  if (typeof payload.azp !== 'string' || !authorizedParties.includes(payload.azp)) {
    throw unauthenticated('token_invalid', 'The identity token was issued for another origin.');
  }
  return payload;
}

/** Returns the verified e-mail in the token, or null. Providers include it only if configured. */
function emailIn({ email, email_verified: isVerified }: JWTPayload): string | null {
  return typeof email === 'string' && isVerified === true ? email : null;
}

/** Prepares the verification of session tokens of one identity provider. */
export function createIdentityVerifier(settings: IdentitySettings): IdentityVerifier {
  const keys = createKeySet(settings.jwksUrl);
  return {
    async verify(token) {
      const claims = await readClaims(token, keys, settings).catch((error: unknown) => {
        throw toRefusal(error);
      });
      const identity = { issuer: settings.issuer, subject: claims.sub };
      const proven = emailIn(claims);
      if (proven !== null) return { ...identity, email: proven };
      const user = await readIdentityUser(claims.sub, settings);
      if (user.emailVerified) return { ...identity, email: user.email };
      throw forbidden('email_unverified', 'Confirm your e-mail with the identity provider, then try again.');
    },
  };
}
