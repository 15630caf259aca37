import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import type { ClientSession } from 'mongoose';
import { visibleOwners } from './visible-owners.ts';

/**
 * Loads a device, live or revoked.
 *
 * @throws not_found when there never was such a device, or its owner is beyond the caller's reach
 */
export async function loadAnyDevice(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<DeviceRow> {
  const device = await DeviceModel.findOne({ _id: id, tenantId: ctx.tenantId })
    .session(session)
    .lean<DeviceRow>();
  if (!device) throw notFound();
  const owners = await visibleOwners(ctx, device.userId);
  if (!owners?.$in.includes(device.userId)) throw notFound();
  return device;
}

/** @throws not_found when there is no such live device within the caller's reach */
export async function loadDevice(ctx: OperationContext, id: string): Promise<DeviceRow> {
  const device = await loadAnyDevice(ctx, id);
  if (!device.isLive) throw notFound();
  return device;
}
