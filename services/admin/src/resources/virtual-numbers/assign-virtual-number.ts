import { fenceParent } from '@pas/shared/fences/fence-parent';
import { checkAll } from '@pas/platform/errors/check-all';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { requireActiveProperty } from '@pas/shared/fences/require-active-property';
import { findOnlyDoor, findTarget, type Place } from './find-target.ts';
import { loadVirtualNumber } from './load-virtual-number.ts';
import { requireAssignable } from './require-assignable.ts';
import { saveVirtualNumber } from './save-virtual-number.ts';
import type { AssignVirtualNumber } from './virtual-number.schema.ts';

interface Assignment {
  id: string;
  target: AssignVirtualNumber;
}

/** Fences the target and the door of an assignment against a concurrent delete. */
async function fenceTarget(
  ctx: OperationContext,
  change: Change,
  { propertyId, unitId, accessPointId }: Place & { accessPointId: string | null },
): Promise<void> {
  await fenceParent(change.transaction, { kind: 'property', tenantId: ctx.tenantId, id: propertyId });
  if (unitId !== null)
    await fenceParent(change.transaction, { kind: 'unit', tenantId: ctx.tenantId, id: unitId });
  if (accessPointId !== null)
    await fenceParent(change.transaction, {
      kind: 'access_point',
      tenantId: ctx.tenantId,
      id: accessPointId,
    });
}

/** Whether a number already has the requested assignment; without a requested door, any door matches. */
function isAssignedTo(
  row: VirtualNumberRow,
  place: Place,
  accessPointId: string | null | undefined,
): boolean {
  const isSamePlace = row.propertyId === place.propertyId && row.unitId === place.unitId;
  return isSamePlace && (accessPointId === undefined || accessPointId === row.accessPointId);
}

/**
 * Returns the previous assignment of a quarantined number; null for another target. Calls since that
 * assignment still count.
 */
function previousAssignment(
  { status, releasedFrom }: VirtualNumberRow,
  place: Place,
): { assignedAt: Date } | null {
  if (status !== 'QUARANTINED' || !releasedFrom) return null;
  const isSame = releasedFrom.propertyId === place.propertyId && releasedFrom.unitId === place.unitId;
  return isSame ? releasedFrom : null;
}

/**
 * Assigns a number to a property or one of its units; visitors call it from then on. A QUARANTINED number can
 * return to its last target. If several callers assign it at once, one wins. All of them write the number's
 * row, so the others retry and see the assignment.
 *
 * @throws not_found, invalid when property, unit and door don't belong together
 * @throws conflict for an archived property (`property_archived`) and a number in use
 * (`virtual_number_in_use`)
 * @throws conflict for a quarantined number (`virtual_number_quarantined`) or a retired one
 * (`virtual_number_retired`)
 */
export async function assignVirtualNumber(
  ctx: OperationContext,
  { id, target }: Assignment,
): Promise<VirtualNumberRow> {
  return commit(ctx, async (change) => {
    const { session } = change;
    const [row, place] = await checkAll(
      () => loadVirtualNumber(ctx, id, session),
      () => findTarget(ctx, target, session),
    );
    const named = target.accessPointId;
    if (row.status === 'ASSIGNED' && isAssignedTo(row, place, named)) return row;
    const back = previousAssignment(row, place);
    if (!back) requireAssignable(row);
    await requireActiveProperty(ctx, place.propertyId, session);
    const accessPointId = named === undefined ? await findOnlyDoor(ctx, place.propertyId, session) : named;
    await fenceTarget(ctx, change, { ...place, accessPointId });
    return saveVirtualNumber(ctx, change, {
      action: 'virtual_number.assigned',
      row,
      fields: {
        ...place,
        accessPointId,
        status: 'ASSIGNED',
        assignedAt: back?.assignedAt ?? ctx.now,
        quarantineUntil: null,
        releasedFrom: null,
      },
    });
  });
}
