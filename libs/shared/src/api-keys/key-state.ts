import type { ApiKeyRow, ApiKeyStatus } from '../models/api-key.ts';

type Lifetime = Pick<ApiKeyRow, 'status' | 'expiresAt' | 'graceUntil'>;

/** Returns the automatic end of a key. With a successor, it is the end of the grace period. */
export function apiKeyEndsAt({ status, expiresAt, graceUntil }: Lifetime): Date {
  return status === 'ROTATING' && graceUntil ? graceUntil : expiresAt;
}

/** Computes a key's status at a moment, because no job stores the expiry. */
export function apiKeyStatusAt(key: Lifetime, now: Date): ApiKeyStatus {
  if (key.status === 'REVOKED') return 'REVOKED';
  return apiKeyEndsAt(key) <= now ? 'EXPIRED' : key.status;
}

/**
 * Returns a key as of a moment. It is EXPIRED after its end, without a write. The expiry increments the version, so
 * that clients notice the change.
 */
export function apiKeyAt(row: ApiKeyRow, now: Date): ApiKeyRow {
  const status = apiKeyStatusAt(row, now);
  if (status === row.status) return row;
  return { ...row, status, updatedAt: apiKeyEndsAt(row), version: row.version + 1 };
}

type Filter = Record<string, unknown>;

/** Returns the filter of keys with one of the given statuses at a moment, consistent with `apiKeyStatusAt`. */
export function apiKeyStatusFilter(statuses: readonly ApiKeyStatus[], now: Date): { $or: Filter[] } {
  const ended = { $lte: now };
  const open = { $gt: now };
  const filters: Record<ApiKeyStatus, Filter[]> = {
    REVOKED: [{ status: 'REVOKED' }],
    ACTIVE: [{ status: 'ACTIVE', expiresAt: open }],
    ROTATING: [
      { status: 'ROTATING', graceUntil: open },
      { status: 'ROTATING', graceUntil: null, expiresAt: open },
    ],
    EXPIRED: [
      { status: 'EXPIRED' },
      { status: 'ACTIVE', expiresAt: ended },
      { status: 'ROTATING', graceUntil: ended },
      { status: 'ROTATING', graceUntil: null, expiresAt: ended },
    ],
  };
  return { $or: statuses.flatMap((status) => filters[status]) };
}
