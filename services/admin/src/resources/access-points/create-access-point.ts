import { fenceParent } from '@pas/shared/fences/fence-parent';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { AccessPointModel, emptyAccessPoint, type AccessPointRow } from '@pas/shared/models/access-point';
import { newLiveRow } from '@pas/shared/models/new-row';
import { propertyArchived } from '@pas/shared/fences/property-archived';
import { loadProperty } from '../properties/load-property.ts';
import { auditedAccessPoint, type CreateAccessPoint } from './access-point.schema.ts';
import { placeAccessPoint } from './place-access-point.ts';
import { refuseUsedController } from './refuse-used-controller.ts';

/**
 * Adds a door to a property. Its controller has not reported yet.
 *
 * @throws not_found for an unknown property or unit
 * @throws invalid when the unit is of another property
 * @throws conflict when the controller opens another door (`controller_ref_in_use`), or the property is archived
 *   (`property_archived`)
 */
export async function createAccessPoint(
  ctx: OperationContext,
  input: CreateAccessPoint,
): Promise<AccessPointRow> {
  const row: AccessPointRow = {
    ...emptyAccessPoint,
    ...newLiveRow(ctx, 'accessPoint'),
    ...input,
    unitId: input.unitId ?? null,
    childrenEpoch: 0,
  };
  const write = commit(ctx, async (change) => {
    const property = await loadProperty(ctx, row.propertyId, change.session);
    await fenceParent(change.transaction, { kind: 'property', tenantId: ctx.tenantId, id: row.propertyId });
    await placeAccessPoint(ctx, change, row);
    if (property.status === 'ARCHIVED') throw propertyArchived();
    await AccessPointModel.insertMany([row], { session: change.session });
    change.record({
      action: 'access_point.created',
      targets: [{ type: 'access_point', id: row._id }],
      propertyIds: [row.propertyId],
      changes: fieldChanges(null, row, auditedAccessPoint),
    });
    return row;
  });
  return write.catch(refuseUsedController);
}
