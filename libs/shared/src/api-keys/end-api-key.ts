import { fieldChanges } from '../audit/field-changes.ts';
import type { AuditEntry } from '../audit/prepare-record.ts';
import type { Change } from '../change/commit.ts';
import { fenceParent } from '../fences/fence-parent.ts';
import { ApiKeyModel, type ApiKeyRow } from '../models/api-key.ts';
import { auditedApiKey } from './audited-api-key.ts';

/** A report that a key is public. */
export type KeyLeak = Pick<ApiKeyRow, 'leakedAt' | 'leakSource' | 'leakUrl'>;

interface Revocation {
  /** The key at `now`. */
  row: ApiKeyRow;
  reason: string | null;
  now: Date;
  /** The report that is the reason; none for other reasons. */
  leak?: KeyLeak;
  /** The actor, if it is not the caller. */
  actor?: NonNullable<AuditEntry['actor']>;
}

/**
 * Revokes a key. A revoked key stays unchanged, without a second event or record.
 *
 * @returns the row as it is now
 */
export async function endApiKey(
  change: Change,
  { row, reason, now, leak, actor }: Revocation,
): Promise<ApiKeyRow> {
  if (row.status === 'REVOKED') return row;
  const { tenantId } = row;
  // The fence keeps a key that is being revoked from issuing another one.
  if (tenantId !== null) await fenceParent(change.transaction, { kind: 'tenant', tenantId, id: tenantId });
  const fields = { status: 'REVOKED' as const, revokedAt: now, revokedReason: reason, ...leak };
  const revoked = { ...row, ...fields, updatedAt: now, version: row.version + 1 };
  const { updatedAt, version } = revoked;
  await ApiKeyModel.updateOne(
    { _id: row._id, tenantId },
    { $set: { ...fields, updatedAt, version } },
    { session: change.session },
  );
  change.publish({
    type: 'pas.v1.keys.key.revoked',
    subject: row._id,
    data: { aggregateVersion: version, keyId: row._id },
  });
  change.record({
    action: 'api_key.revoked',
    targets: [{ type: 'api_key', id: row._id }],
    changes: fieldChanges(row, revoked, auditedApiKey),
    ...(actor && { actor }),
  });
  return revoked;
}
