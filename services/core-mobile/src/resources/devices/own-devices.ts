import { heldProperties } from '@pas/shared/residences/held-properties';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { requireVersion } from '@pas/platform/http/if-match';
import type { Page } from '@pas/platform/http/page';
import { listRows, type RowsPage } from '@pas/platform/lists/list-rows';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { revokeDevice } from './revoke-device.ts';

/** Lists the registered devices of the signed-in resident. */
export async function listOwnDevices(ctx: OperationContext, page: Page): Promise<RowsPage<DeviceRow>> {
  const { _id: userId } = await loadResident(ctx);
  return listRows(DeviceModel, { tenantId: ctx.tenantId, isLive: true, userId }, page);
}

/**
 * Removes a device of the signed-in resident, which then gets no messages. Leaves a removed device unchanged.
 *
 * @throws not_found, precondition_failed
 */
export async function deleteOwnDevice(
  ctx: OperationContext,
  { id, ifMatch }: { id: string; ifMatch: readonly number[] | null },
): Promise<void> {
  const person = await loadResident(ctx);
  await commit(ctx, async (change) => {
    const filter = { _id: id, tenantId: ctx.tenantId, userId: person._id };
    const device = await DeviceModel.findOne(filter).session(change.session).lean<DeviceRow>();
    if (!device) throw notFound();
    if (!device.isLive) return;
    requireVersion(device, ifMatch);
    await revokeDevice(ctx, change, device);
    change.record({
      action: 'device.revoked',
      targets: [{ type: 'device', id }],
      propertyIds: heldProperties(person, ctx),
    });
  });
}
