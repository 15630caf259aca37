import { createHash } from 'node:crypto';
import type { OperationContext } from '../context/operation-context.ts';
import type { FieldChange } from '../audit/field-changes.ts';
import type { Change } from '../change/commit.ts';
import { emailKey } from '../contacts/email.ts';
import { ApiKeyModel, type ApiKeyRow } from '../models/api-key.ts';
import { apiKeyStatusFilter } from './key-state.ts';

/** A person who may have issued keys. */
export interface KeyIssuer {
  /** The subject at the identity provider, if known. */
  subject?: string;
  /** The verified e-mail. */
  email: string | null;
}

/** Returns the digest that names an issuer's verified e-mail in a key. */
export const issuerEmailHash = (email: string | null | undefined): string | null =>
  email ? createHash('sha256').update(emailKey(email)).digest('base64url') : null;

function isIssuedBy(row: ApiKeyRow, { subject, email }: KeyIssuer): boolean {
  const { type, id } = row.createdBy;
  if (type !== 'STAFF') return false;
  const hash = issuerEmailHash(email);
  return (subject !== undefined && id === subject) || (hash !== null && row.issuerEmailHash === hash);
}

/**
 * Marks a person's live keys for review that the person could no longer issue. The keys keep working. Marked keys
 * stay unchanged. The caller records the change.
 *
 * @param mayHold whether the person may still issue such a key
 * @returns the ids of the keys that were marked
 */
export async function flagForReview(
  { tenantId, now }: Pick<OperationContext, 'tenantId' | 'now'>,
  { session }: Pick<Change, 'session'>,
  { issuer, mayHold }: { issuer: KeyIssuer; mayHold: (key: ApiKeyRow) => boolean },
): Promise<string[]> {
  const live = { tenantId, ...apiKeyStatusFilter(['ACTIVE', 'ROTATING'], now) };
  // A tenant has few live keys. One index finds them all.
  const keys = await ApiKeyModel.find(live).session(session).lean<ApiKeyRow[]>();
  const due = keys.filter((key) => !key.reviewDue && isIssuedBy(key, issuer) && !mayHold(key));
  const ids = due.map(({ _id }) => _id);
  if (ids.length === 0) return ids;
  await ApiKeyModel.updateMany(
    { _id: { $in: ids }, tenantId },
    { $set: { reviewDue: true, updatedAt: now }, $inc: { version: 1 } },
    { session },
  );
  return ids;
}

/** Returns the audit changes of marked keys. */
export const reviewChanges = (ids: readonly string[]): FieldChange[] =>
  ids.length === 0 ? [] : [{ path: 'reviewDue', before: false, after: true, isPersonal: false }];
