import { withSources } from '@pas/platform/mongo/derive-fields';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { Change } from '@pas/shared/change/commit';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { auditableTenant, auditedTenant } from './tenant.schema.ts';

interface TenantUpdate {
  row: TenantRow;
  fields: Partial<TenantRow>;
}

/** Writes changed fields of a tenant with its audit record. Without a difference, it writes nothing. */
export async function saveTenant(
  ctx: PublicContext,
  change: Change,
  { row, fields }: TenantUpdate,
): Promise<TenantRow> {
  const changes = fieldChanges(auditableTenant(row), auditableTenant({ ...row, ...fields }), auditedTenant);
  if (changes.length === 0) return row;
  change.record({ action: 'tenant.updated', targets: [{ type: 'tenant', id: row._id }], changes });
  const saved = { ...withSources(TenantModel, row, fields), version: row.version + 1, updatedAt: ctx.now };
  await TenantModel.updateOne({ _id: row._id }, { $set: saved }, { session: change.session });
  return { ...row, ...saved };
}
