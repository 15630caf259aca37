import type { OperationContext } from '@pas/shared/context/operation-context';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { saveChanges } from '@pas/shared/change/save-changes';
import { auditedAccessPoint } from './access-point.schema.ts';
import { endControllerKeys } from './end-controller-keys.ts';
import { loadAccessPoint } from './load-access-point.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
}

/** Removes the door from the numbers whose calls open it. They stay assigned, and offer no digit. */
async function releaseNumbers(
  ctx: OperationContext,
  { session }: Change,
  accessPointId: string,
): Promise<VirtualNumberRow[]> {
  const filter = { tenantId: ctx.tenantId, accessPointId };
  const numbers = await VirtualNumberModel.find(filter).session(session).lean<VirtualNumberRow[]>();
  if (numbers.length === 0) return numbers;
  const update = { $set: { accessPointId: null, updatedAt: ctx.now }, $inc: { version: 1 } };
  await VirtualNumberModel.updateMany(filter, update, { session });
  return numbers;
}

/**
 * Deletes a door. Calls no longer open it, and its controller keys end.
 *
 * @throws not_found, precondition_failed
 */
export async function deleteAccessPoint(ctx: OperationContext, { id, ifMatch }: Deletion): Promise<void> {
  await commit(ctx, async (change) => {
    const row = await loadAccessPoint(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const numbers = await releaseNumbers(ctx, change, id);
    const keyIds = await endControllerKeys(ctx, change, { accessPointId: id, graceUntil: null });
    await saveChanges(ctx, change, {
      model: AccessPointModel,
      row,
      fields: { isLive: false, deletedAt: ctx.now },
    });
    const changed = numbers.map((number) => ({ type: 'virtual_number', id: number._id }));
    change.record({
      action: 'access_point.deleted',
      targets: [{ type: 'access_point', id }, ...changed],
      alsoPlanned: keyIds.map((keyId) => ({ type: 'controller_key', id: keyId })),
      changes: fieldChanges(row, null, auditedAccessPoint),
      propertyIds: [row.propertyId],
    });
  });
}
