import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Change } from '@pas/shared/change/commit';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { auditedVirtualNumber } from './virtual-number.schema.ts';

interface Save {
  /** Audit action, such as `virtual_number.assigned`. */
  action: string;
  /** The row in its current state. */
  row: VirtualNumberRow;
  fields: Partial<VirtualNumberRow>;
}

/**
 * Writes changed fields of a number and records them once. Without changes, it writes nothing.
 *
 * @returns the current row
 */
export async function saveVirtualNumber(
  ctx: OperationContext,
  change: Change,
  { action, row, fields }: Save,
): Promise<VirtualNumberRow> {
  const changes = fieldChanges(row, { ...row, ...fields }, auditedVirtualNumber);
  if (changes.length === 0) return row;
  const saved = {
    // An expired quarantine is stored along with the change.
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
