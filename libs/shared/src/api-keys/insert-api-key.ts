import { auditedApiKey } from './audited-api-key.ts';
import { fieldChanges } from '../audit/field-changes.ts';
import type { AuditEntry } from '../audit/prepare-record.ts';
import type { Change } from '../change/commit.ts';
import { ApiKeyModel, type ApiKeyRow } from '../models/api-key.ts';

/**
 * Stores a new key of a tenant and records it in the audit.
 *
 * @param actor the issuer, if it is not the caller
 */
export async function insertApiKey(
  change: Change,
  row: ApiKeyRow,
  actor?: NonNullable<AuditEntry['actor']>,
): Promise<void> {
  await ApiKeyModel.insertMany([row], { session: change.session });
  change.record({
    action: 'api_key.created',
    targets: [{ type: 'api_key', id: row._id }],
    changes: fieldChanges(null, row, auditedApiKey),
    ...(actor && { actor }),
  });
}
