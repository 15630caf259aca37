import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import {
  emptyVirtualNumber,
  VirtualNumberModel,
  type VirtualNumberRow,
} from '@pas/shared/models/virtual-number';
import { newRow } from '@pas/shared/models/new-row';
import { readPhone } from '../read-phone.ts';
import { auditedVirtualNumber, type CreateVirtualNumber } from './virtual-number.schema.ts';

/**
 * Adds a number. It must be unique in the whole environment; the error does not name the other tenant.
 *
 * @throws invalid for an invalid number, conflict when it is in service already
 */
export async function createVirtualNumber(
  ctx: OperationContext,
  input: CreateVirtualNumber,
): Promise<VirtualNumberRow> {
  const number = readPhone('number', input.number, null);
  const row: VirtualNumberRow = {
    ...emptyVirtualNumber,
    ...newRow(ctx, 'virtualNumber'),
    ...input,
    number,
    status: 'AVAILABLE',
    isInService: true,
  };
  return commit(ctx, async (change) => {
    await VirtualNumberModel.insertMany([row], { session: change.session });
    change.record({
      action: 'virtual_number.created',
      targets: [{ type: 'virtual_number', id: row._id }],
      changes: fieldChanges(null, row, auditedVirtualNumber),
    });
    return row;
  });
}
