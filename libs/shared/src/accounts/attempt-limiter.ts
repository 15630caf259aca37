import { createHash } from 'node:crypto';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { PasswordFailureModel } from '../models/password-failure.ts';

/** Names a person in the counts without showing who it is. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Whether a limiter has refused, rather than its store. */
export const isRefusal = (error: unknown): error is RateLimiterRes => error instanceof RateLimiterRes;

/**
 * Makes a limiter whose counts stand in the database, so that all replicas count together.
 *
 * @param keyPrefix keeps its counts apart from those of others
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
