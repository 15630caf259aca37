import type { Fault } from '@pas/platform/errors/fault';
import { rateLimited } from '@pas/platform/errors/raise';
import type { Principal } from '../principal/principal.ts';
import { LRUCache } from 'lru-cache';

/** Recorded refusals of one caller in one window, in one process. */
export const maxRefusals = 300;
const windowMs = 60_000;

/** Callers that are counted at once. */
const maxCounted = 50_000;

interface Window {
  refusals: number;
  /** In milliseconds of `performance.now()`. */
  endsAt: number;
}

/** Counts the refusals of a caller that are recorded. */
export type CountRefusal = (principal: Principal) => Fault | null;

/**
 * Limits the 403 of one caller that this process records: each of them is a write, so that a program that is refused all
 * day would fill the audit of its tenant. Beyond the limit the answer is 429, which is not recorded; so every 403 still
 * has its one record.
 */
export function limitRefusals(): CountRefusal {
  const windows = new LRUCache<string, Window>({ max: maxCounted });
  return ({ kind, tenantId, id }) => {
    const name = `${kind} ${tenantId} ${id}`;
    const now = performance.now();
    const known = windows.get(name);
    const window = known && known.endsAt > now ? known : { refusals: 0, endsAt: now + windowMs };
    windows.set(name, window);
    window.refusals += 1;
    if (window.refusals <= maxRefusals) return null;
    const message = 'These credentials were refused too often. Check what they may reach, then wait.';
    return rateLimited(message, (window.endsAt - now) / 1000);
  };
}
