import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Change } from '@pas/shared/change/commit';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { auditedVirtualNumber } from './virtual-number.schema.ts';

interface Save {
  /** Such as `virtual_number.assigned`. */
  action: string;
  /** As it is now. */
  row: VirtualNumberRow;
  fields: Partial<VirtualNumberRow>;
}

/**
 * Writes changed fields of a number and records them once. Where nothing changes, nothing is written.
 *
 * @returns the row as it is now
 */
export async function saveVirtualNumber(
  ctx: OperationContext,
  change: Change,
  { action, row, fields }: Save,
): Promise<VirtualNumberRow> {
  const changes = fieldChanges(row, { ...row, ...fields }, auditedVirtualNumber);
  if (changes.length === 0) return row;
  const saved = {
    // What time has done is stored along.
    status: row.status,
    quarantineUntil: row.quarantineUntil,
    ...fields,
    version: row.version + 1,
    updatedAt: ctx.now,
  };
  const filter = { _id: row._id, tenantId: ctx.tenantId };
  await VirtualNumberModel.updateOne(filter, { $set: saved }, { session: change.session });
  const after = { ...row, ...saved };
  const places = [row.propertyId, after.propertyId].filter((id) => id !== null);
  const targets = [{ type: 'virtual_number', id: row._id }];
  change.record({ action, targets, changes, propertyIds: [...new Set(places)] });
  return after;
}
