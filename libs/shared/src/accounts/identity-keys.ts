import { createBoundedFetch } from '@pas/platform/outbound/bounded-fetch';
import { unavailable } from '../errors/raise.ts';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwksCache,
  type ExportedJWKSCache,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
} from 'jose';

const timeoutMs = 3000;
/** Age at which the keys are read again. A withdrawn key is accepted no longer, except in an outage. */
const freshMs = 600_000;
/** Minimum time between two reads for an unknown key id, so that forged ids do not flood the provider. */
const cooldownMs = 30_000;
/** Pause after a failed read. The last good keys are used meanwhile. */
const retryMs = 5000;
/** The largest key set that is read, in bytes. */
const maxKeySetBytes = 256 * 1024;
/** Age up to which the last good keys are used while the provider is unavailable. */
const keepMs = 24 * 3600 * 1000;

/** Stores the last good keys outside the process, for a start while the provider is unavailable. */
export interface KeySetStore {
  /** Returns the last written keys; null if none exist. */
  read(): Promise<ExportedJWKSCache | null>;
  /** Never throws. Callers do not wait for it. */
  write(keys: ExportedJWKSCache): void;
}

/** Whether the keys could be read, and the token selects no single supported key. */
const isAboutTheToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

function providerUnavailable(cause: unknown): Error {
  const message = 'The identity provider is unavailable. Try again.';
  return Object.assign(unavailable(message, 'identity_unavailable', 5), { cause });
}

const isExported = (cache: JWKSCacheInput): cache is ExportedJWKSCache => 'uat' in cache && 'jwks' in cache;

/**
 * Prepares the look-up of an identity provider's public keys, at its pinned address only.
 *
 * @returns a look-up that raises unavailable while the provider is unavailable and no good keys are left
 */
export function createKeySet(url: string, store?: KeySetStore): JWTVerifyGetKey {
  const cache: JWKSCacheInput = {};
  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: freshMs,
    cooldownDuration: cooldownMs,
    [jwksCache]: cache,
    [customFetch]: createBoundedFetch(maxKeySetBytes),
  });
  let writtenAt = 0;
  let failed: { at: number; error: unknown } | null = null;

  const keep = (): void => {
    if (!store || !isExported(cache) || cache.uat === writtenAt) return;
    writtenAt = cache.uat;
    store.write({ ...cache });
  };

  let reading: Promise<ExportedJWKSCache | null> | null = null;

  /** Reads the stored keys once for all waiting requests. Hundreds of reads would exhaust the store's connections. */
  const readKept = (): Promise<ExportedJWKSCache | null> | null => {
    if (!store) return null;
    reading ??= store
      .read()
      .catch(() => null)
      .finally(() => (reading = null));
    return reading;
  };

  const lookUpLastGood: JWTVerifyGetKey = async (header, token) => {
    const lastGood = isExported(cache) ? cache : await readKept();
    if (lastGood && Date.now() - lastGood.uat < keepMs) {
      return createLocalJWKSet(lastGood.jwks)(header, token);
    }
    throw providerUnavailable(failed?.error);
  };

  return async (header, token) => {
    if (failed && Date.now() - failed.at < retryMs) return lookUpLastGood(header, token);
    try {
      const key = await remote(header, token);
      failed = null;
      return key;
    } catch (error) {
      if (isAboutTheToken(error)) throw error;
      failed = { at: Date.now(), error };
      return await lookUpLastGood(header, token);
    } finally {
      keep();
    }
  };
}
