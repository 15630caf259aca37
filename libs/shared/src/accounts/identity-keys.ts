import { unavailable } from '../errors/raise.ts';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwksCache,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
} from 'jose';

const timeoutMs = 3000;
/** After this time the keys are read again, so that a withdrawn key is not accepted much longer. */
const freshMs = 600_000;
/** The least time between two reads for a key id that is not in the set: forged ids must not call the provider. */
const cooldownMs = 30_000;
/** The last good keys outlive an outage of the provider by this much. */
const keepMs = 24 * 3600 * 1000;

/** Whether the keys could be read and the token names none of them. */
const isAboutTheToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

/**
 * Prepares the look-up of the identity provider's public keys, at its pinned address and nowhere else.
 *
 * @returns a look-up that raises unavailable while the provider is away and no good keys are left from before
 */
export function createKeySet(url: string): JWTVerifyGetKey {
  const cache: JWKSCacheInput = {};
  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: freshMs,
    cooldownDuration: cooldownMs,
    [jwksCache]: cache,
  });
  return async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      if (isAboutTheToken(error)) throw error;
      const lastGood = remote.jwks();
      if (lastGood && Date.now() - (cache.uat ?? 0) < keepMs)
        return createLocalJWKSet(lastGood)(header, token);
      const fault = unavailable(
        'The identity provider is unavailable. Try again.',
        'identity_unavailable',
        5,
      );
      throw Object.assign(fault, { cause: error });
    }
  };
}
