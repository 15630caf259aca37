import { fenceParent } from '@pas/shared/fences/fence-parent';
import { sentFields } from '@pas/platform/http/sent-fields';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { commit, type Change } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { loadDoorOf } from './find-target.ts';
import { loadVirtualNumber } from './load-virtual-number.ts';
import { requireAssignable } from './require-assignable.ts';
import { saveVirtualNumber } from './save-virtual-number.ts';
import type { UpdateVirtualNumber } from './virtual-number.schema.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateVirtualNumber;
}

type Fields = Partial<VirtualNumberRow>;

/**
 * Checks the door of a patch when other fields have problems.
 *
 * @throws not_found, invalid for a door outside the number's place
 */
export async function checkDoor(
  ctx: OperationContext,
  id: string,
  accessPointId: string | null | undefined,
): Promise<void> {
  if (!accessPointId) return;
  const { propertyId, unitId } = await loadVirtualNumber(ctx, id);
  if (propertyId !== null) await loadDoorOf(ctx, { accessPointId, propertyId, unitId }, null);
}

/**
 * @throws conflict (`virtual_number_not_assigned`), not_found or invalid for a door outside the number's
 * place
 */
async function moveDoor(
  ctx: OperationContext,
  change: Change,
  { row, accessPointId }: { row: VirtualNumberRow; accessPointId: string | null },
): Promise<Fields> {
  if (accessPointId === row.accessPointId) return {};
  const { propertyId, unitId } = row;
  if (propertyId === null) {
    throw conflict(
      'virtual_number_not_assigned',
      'The number is not assigned. Send accessPointId when you assign it.',
    );
  }
  if (accessPointId !== null) {
    await loadDoorOf(ctx, { accessPointId, propertyId, unitId }, change.session);
    await fenceParent(change.transaction, {
      kind: 'access_point',
      tenantId: ctx.tenantId,
      id: accessPointId,
    });
  }
  return { accessPointId };
}

/** @throws conflict when the number is assigned or quarantined; a retired one may stay retired or become AVAILABLE */
function moveService(row: VirtualNumberRow, status: 'AVAILABLE' | 'RETIRED'): Fields {
  if (row.status === status) return {};
  if (row.status !== 'RETIRED') requireAssignable(row);
  return { status, isInService: status === 'AVAILABLE' };
}

/**
 * Changes a number. A patch without changes leaves version and audit unchanged. The number itself never
 * changes: a retired one can be added again as a new row.
 *
 * @throws not_found, precondition_failed, conflict when its state doesn't allow it, or another row has the
 * number
 */
export async function updateVirtualNumber(
  ctx: OperationContext,
  { id, ifMatch, patch }: Update,
): Promise<VirtualNumberRow> {
  const { accessPointId, status, ...settings } = patch;
  return commit(ctx, async (change) => {
    const row = await loadVirtualNumber(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const fields: Fields = {
      ...sentFields(settings),
      ...(accessPointId !== undefined && (await moveDoor(ctx, change, { row, accessPointId }))),
      ...(status && moveService(row, status)),
    };
    return saveVirtualNumber(ctx, change, { action: 'virtual_number.updated', row, fields });
  });
}
