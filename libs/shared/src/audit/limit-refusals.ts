import type { Fault } from '@pas/platform/errors/fault';
import { rateLimited } from '@pas/platform/errors/raise';
import type { Principal } from '../principal/principal.ts';
import { LRUCache } from 'lru-cache';

/** Maximum number of recorded refusals of one caller, in one window and process. */
export const maxRefusals = 300;
const windowMs = 60_000;

/** Maximum number of callers in the counts. */
const maxCounted = 50_000;

interface Window {
  refusals: number;
  /** In milliseconds of `performance.now()`. */
  endsAt: number;
}

/** Counts the recorded refusals of a caller. Returns the fault for a caller beyond the limit. */
export type CountRefusal = (principal: Principal) => Fault | null;

/**
 * Limits the recorded 403 answers of one caller in this process. Each is a write, and a caller that repeats a refused
 * request would fill its tenant's audit. Beyond the limit the answer is 429, which is not recorded, so every 403
 * still has a record.
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
