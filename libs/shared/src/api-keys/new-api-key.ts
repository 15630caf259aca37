import { newId } from '../ids/id.ts';
import { emptyApiKey, type ApiKeyRow, type InheritedFields } from '../models/api-key.ts';
import { passedNotice } from './expiry-notices.ts';
import { hashApiKey } from './hash-api-key.ts';
import type { MintedApiKey } from './key-format.ts';

const dayMs = 24 * 3600 * 1000;

/** The longest life of a key, in days. */
export const maxKeyDays = 365;

/** The default lifetime of a key, in days. */
export const defaultKeyDays = 90;

/** Grants, owner and lifetime of a new key. Nullable fields may be omitted. */
export type NewApiKey = Partial<ApiKeyRow> &
  Omit<InheritedFields, keyof typeof emptyApiKey> &
  Pick<ApiKeyRow, 'tenantId' | 'createdBy'> & {
    /** At most `maxKeyDays`. */
    days: number;
  };

/** Builds the row of a new key: ACTIVE, the first of its lineage. The row holds only the hash of the secret. */
export function newApiKey(
  { key, publicId, prefix, last4 }: MintedApiKey,
  { days, ...facts }: NewApiKey,
  { pepper, now }: { pepper: string; now: Date },
): ApiKeyRow {
  const id = newId('apiKey');
  const expiresAt = new Date(now.getTime() + days * dayMs);
  return {
    ...emptyApiKey,
    ...facts,
    _id: id,
    publicId,
    secretHash: hashApiKey(key, pepper),
    last4,
    prefix,
    status: 'ACTIVE',
    expiresAt,
    lineageId: id,
    noticedDays: passedNotice(expiresAt, now),
    reviewDue: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
