import { createHash } from 'node:crypto';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { PasswordFailureModel } from '../models/password-failure.ts';

/** Returns the digest that names a person in the counts. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Whether the error is a limiter's refusal, not a failure of its store. */
export const isRefusal = (error: unknown): error is RateLimiterRes => error instanceof RateLimiterRes;

/**
 * Makes a limiter that counts in the database, so that all replicas share the counts.
 *
 * @param keyPrefix separates its counts from those of other limiters
 * @param duration the window, in seconds
 */
export function createAttemptLimiter(keyPrefix: string, points: number, duration: number): RateLimiterMongo {
  const { collection, db } = PasswordFailureModel;
  return new RateLimiterMongo({
    storeClient: db.getClient(),
    dbName: db.name,
    tableName: collection.name,
    disableIndexesCreation: true,
    keyPrefix,
    points,
    duration,
    // Further attempts are refused from memory, but only beyond the quota, because a right guess gives its point back.
    inMemoryBlockOnConsumed: points + 1,
  });
}
