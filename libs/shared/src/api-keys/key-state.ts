import type { ApiKeyRow, ApiKeyStatus } from '../models/api-key.ts';

type Lifetime = Pick<ApiKeyRow, 'status' | 'expiresAt' | 'graceUntil'>;

/** When a key stops working by itself: at the end of its grace period once it has a successor. */
export function apiKeyEndsAt({ status, expiresAt, graceUntil }: Lifetime): Date {
  return status === 'ROTATING' && graceUntil ? graceUntil : expiresAt;
}

/** A key's status at a moment. It is computed, because no job stores that a key has expired. */
export function apiKeyStatusAt(key: Lifetime, now: Date): ApiKeyStatus {
  if (key.status === 'REVOKED') return 'REVOKED';
  return apiKeyEndsAt(key) <= now ? 'EXPIRED' : key.status;
}

/**
 * A key as it is at a moment: it is EXPIRED once its end has come, without a write. That counts as a change of the
 * version, so that clients with the old version see it.
 */
export function apiKeyAt(row: ApiKeyRow, now: Date): ApiKeyRow {
  const status = apiKeyStatusAt(row, now);
  if (status === row.status) return row;
  return { ...row, status, updatedAt: apiKeyEndsAt(row), version: row.version + 1 };
}

type Filter = Record<string, unknown>;

/** The filter of keys whose status is one of some at a moment, as `apiKeyStatusAt` tells it. */
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
