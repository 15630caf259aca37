import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the stored form of a key: its HMAC-SHA-256 with the pepper, hex. The secret part has 256 bits, so a slow
 * hash would add no protection and cost time on each request.
 */
export function hashApiKey(key: string, pepper: string): string {
  return createHmac('sha256', pepper).update(key).digest('hex');
}

/** Whether a key matches the hash; takes the same time for every wrong key. */
export function matchesApiKeyHash(key: string, secretHash: string, pepper: string): boolean {
  const expected = Buffer.from(secretHash, 'hex');
  const actual = Buffer.from(hashApiKey(key, pepper), 'hex');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
