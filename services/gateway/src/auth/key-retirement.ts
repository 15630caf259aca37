import type { ApiKeyRow } from '@pas/shared/models/api-key';
import type { Response } from 'express';

/** The headers on answers to a key that has a successor. */
export interface Retirement {
  /** Since when the key has a successor: `@` and seconds since 1970 (RFC 9745). */
  deprecation: string;
  /** When the key stops working: an HTTP date (RFC 8594). */
  sunset: string;
}

/** The retirement of a key in its grace period; null for every other key. */
export function retirementOf({ status, graceUntil, rotatedAt }: ApiKeyRow): Retirement | null {
  if (status !== 'ROTATING' || graceUntil === null || rotatedAt === null) return null;
  return { deprecation: `@${Math.floor(rotatedAt.getTime() / 1000)}`, sunset: graceUntil.toUTCString() };
}

/** Announces to the client when its key was replaced and when it stops working. */
export function announceRetirement(response: Response, { deprecation, sunset }: Retirement): void {
  response.setHeader('Deprecation', deprecation);
  response.setHeader('Sunset', sunset);
}
