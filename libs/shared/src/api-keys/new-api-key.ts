import { newId } from '../ids/id.ts';
import type { ApiKeyRow } from '../models/api-key.ts';
import { passedNotice } from './expiry-notices.ts';
import { hashApiKey } from './hash-api-key.ts';
import type { MintedApiKey } from './key-format.ts';

const dayMs = 24 * 3600 * 1000;

/** The longest life of a key, in days. */
export const maxKeyDays = 365;

/** The default lifetime of a key, in days. */
export const usualKeyDays = 90;

/** Grants, owner and lifetime of a new key. */
export interface NewApiKey
  extends
    Pick<
      ApiKeyRow,
      'tenantId' | 'name' | 'scopes' | 'environments' | 'propertyIds' | 'rateLimit' | 'createdBy'
    >,
    Partial<Pick<ApiKeyRow, 'issuerEmailHash'>> {
  /** At most `maxKeyDays`. */
  days: number;
}

/** Builds the row of a new key: ACTIVE, the first of its lineage. The row holds only the hash of the secret. */
export function newApiKey(
  { key, publicId, prefix, last4 }: MintedApiKey,
  { days, ...facts }: NewApiKey,
  { pepper, now }: { pepper: string; now: Date },
): ApiKeyRow {
  const id = newId('apiKey');
  const expiresAt = new Date(now.getTime() + days * dayMs);
  return {
    ...facts,
    _id: id,
    publicId,
    secretHash: hashApiKey(key, pepper),
    last4,
    prefix,
    status: 'ACTIVE',
    expiresAt,
    graceUntil: null,
    lineageId: id,
    rotatedFrom: null,
    replacedBy: null,
    rotatedAt: null,
    lastUsedAt: null,
    lastAddress: null,
    lastUserAgent: null,
    noticedDays: passedNotice(expiresAt, now),
    revokedAt: null,
    revokedReason: null,
    leakedAt: null,
    leakSource: null,
    leakUrl: null,
    reviewDue: false,
    issuerEmailHash: facts.issuerEmailHash ?? null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
