import { inheritedFrom, type ApiKeyRow } from '../models/api-key.ts';
import { passedNotice } from './expiry-notices.ts';
import type { MintedApiKey } from './key-format.ts';
import { maxKeyDays, newApiKey } from './new-api-key.ts';

const dayMs = 24 * 3600 * 1000;

/** The caller who rotates a key, and the limits of the caller's own key. */
export interface Rotator extends Partial<Pick<ApiKeyRow, 'issuerEmailHash'>> {
  createdBy: ApiKeyRow['createdBy'];
  /** Latest end of the successor; null if only the lifetime of the predecessor counts. */
  endsBy: Date | null;
  rateLimit: ApiKeyRow['rateLimit'];
}

/** Returns the end of a successor. It has the lifetime of its predecessor, at most `maxKeyDays`. */
function successorEnd({ createdAt, expiresAt }: ApiKeyRow, endsBy: Date | null, now: Date): Date {
  const lifeMs = Math.min(expiresAt.getTime() - createdAt.getTime(), maxKeyDays * dayMs);
  const endMs = now.getTime() + lifeMs;
  return new Date(Math.min(endMs, endsBy?.getTime() ?? endMs));
}

/** Builds the row of a key's successor: the same grants in the same lineage, with a secret of its own. */
export function newSuccessor(
  row: ApiKeyRow,
  { createdBy, issuerEmailHash = null, endsBy, rateLimit }: Rotator,
  { minted, pepper, now }: { minted: MintedApiKey; pepper: string; now: Date },
): ApiKeyRow {
  const { tenantId, lineageId } = row;
  const facts = { ...inheritedFrom(row), tenantId, rateLimit, createdBy, issuerEmailHash };
  const expiresAt = successorEnd(row, endsBy, now);
  return {
    ...newApiKey(minted, { ...facts, days: maxKeyDays }, { pepper, now }),
    lineageId,
    rotatedFrom: row._id,
    expiresAt,
    noticedDays: passedNotice(expiresAt, now),
  };
}
