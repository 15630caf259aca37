import { withTenant } from '@pas/platform/context/operation-context';
import { changePlatformKeys } from '@pas/shared/api-keys/change-platform-keys';
import { auditedApiKey } from '@pas/shared/api-keys/audited-api-key';
import { endApiKey, type KeyLeak } from '@pas/shared/api-keys/end-api-key';
import { apiKeyStatusAt } from '@pas/shared/api-keys/key-state';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { AuditActor } from '@pas/shared/audit/prepare-record';
import { commitControl, type Change } from '@pas/shared/change/commit';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import type { ClientSession } from 'mongoose';

const actor: AuditActor = { type: 'SYSTEM', id: null, name: 'Leak report' };
const reason = 'Reported as public';

/** Whether a key works at a moment. */
export const isWorking = (row: ApiKeyRow, now: Date): boolean =>
  ['ACTIVE', 'ROTATING'].includes(apiKeyStatusAt(row, now));

interface Leak {
  id: string;
  report: KeyLeak;
  now: Date;
}

/** Whether a leaked key must be revoked. A key of the platform always is: it has the rights of all tenants. */
async function mustRevoke({ tenantId }: ApiKeyRow, session: ClientSession): Promise<boolean> {
  if (tenantId === null) return true;
  const tenant = await TenantModel.findOne({ _id: tenantId }).session(session).lean<TenantRow>();
  return tenant?.settings.leakedKeys !== 'NOTIFY';
}

/** Marks a key that keeps working. */
async function markKey(
  change: Change,
  row: ApiKeyRow,
  { report, now }: Omit<Leak, 'id'>,
): Promise<ApiKeyRow> {
  const marked = { ...row, ...report, updatedAt: now, version: row.version + 1 };
  const { updatedAt, version } = marked;
  await ApiKeyModel.updateOne(
    { _id: row._id },
    { $set: { ...report, updatedAt, version } },
    { session: change.session },
  );
  change.record({
    action: 'api_key.leaked',
    targets: [{ type: 'api_key', id: row._id }],
    changes: fieldChanges(row, marked, auditedApiKey),
    actor,
  });
  return marked;
}

/** Applies a report within a change. A key that is marked or ended already stays unchanged. */
async function applyLeak(change: Change, { id, report, now }: Leak): Promise<void> {
  const { session } = change;
  const row = await ApiKeyModel.findById(id).session(session).lean<ApiKeyRow>();
  if (!row || !isWorking(row, now)) return;
  const isRevoked = await mustRevoke(row, session);
  if (row.leakedAt && !isRevoked) return;
  const changed = isRevoked
    ? await endApiKey(change, { row, reason, now, leak: report, actor })
    : await markKey(change, row, { report, now });
  change.publish({
    type: 'pas.v1.keys.key.leaked',
    subject: id,
    data: { aggregateVersion: changed.version, keyId: id },
  });
}

/** Revokes or marks a leaked key, as the settings of its tenant state. */
export async function markLeakedKey(
  ctx: PublicContext,
  { _id: id, tenantId }: ApiKeyRow,
  report: KeyLeak,
): Promise<void> {
  const { now, log } = ctx;
  const leak = { id, report, now };
  if (tenantId === null) {
    await changePlatformKeys((change) => applyLeak(change, leak));
    log.warn({ keyId: id }, 'A key of the platform was reported as public and is revoked.');
    return;
  }
  await commitControl(withTenant(ctx, tenantId), (change) => applyLeak(change, leak));
}
