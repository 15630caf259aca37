import type { Fault } from '@pas/platform/errors/fault';
import { unauthenticated } from '@pas/shared/errors/raise';
import { errors } from 'jose';
import type { CredentialCache, VerifiedCredential } from './credential-cache.ts';
import type { FailedCredentials } from './failed-credentials.ts';
import type { Credential } from './read-credential.ts';

/** 401: the token is forged, or its issuer is not pinned here. */
export const invalidToken = () =>
  unauthenticated('token_invalid', 'This token is not valid here. Sign in again.');

interface TokenReader<Known> {
  cache: CredentialCache<Known>;
  /**
   * @returns null for an unknown token
   * @throws JOSEError for a token that is forged or has expired
   */
  verifyToken: (token: string) => Promise<VerifiedCredential<Known> | null>;
  expiredToken: () => Fault;
}

/**
 * Prepares the reading of tokens of one kind. A token comes from the cache, or is verified once for all requests that
 * wait for it. A forged token counts as a failure of the address, an expired one does not.
 *
 * @throws unauthenticated, rate_limited for an address with too many failures
 */
export function createTokenReader<Known>({ cache, verifyToken, expiredToken }: TokenReader<Known>) {
  return async (
    { token, digest }: Credential,
    address: string,
    failures: FailedCredentials,
  ): Promise<Known> => {
    const remembered = cache.peek(digest);
    if (remembered !== undefined) return remembered;
    if (!cache.wasVerified(digest)) failures.requireOpen(address);
    try {
      const known = await cache.fill(digest, () => verifyToken(token));
      if (known) return known;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw expiredToken();
      if (!(error instanceof errors.JOSEError)) throw error;
    }
    failures.count(address);
    throw invalidToken();
  };
}
