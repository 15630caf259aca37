import type { OperationContext } from '@pas/shared/context/operation-context';
import { DeviceModel } from '@pas/shared/models/device';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { visibleOwners } from '../devices/visible-owners.ts';
import { visibleProperties } from '../properties/property-restriction.ts';
import { inStateAt } from '../virtual-numbers/number-state.ts';

/** Counts the devices that receive push notifications. */
export async function countDevices(ctx: OperationContext) {
  const owners = await visibleOwners(ctx, undefined);
  const active = await DeviceModel.countDocuments({
    tenantId: ctx.tenantId,
    isLive: true,
    status: 'ACTIVE',
    ...(owners && { userId: owners }),
  });
  return { active };
}

/** Counts numbers by their current state; a restricted caller sees no unassigned ones. */
export async function countVirtualNumbers(ctx: OperationContext) {
  const visible = visibleProperties(ctx, undefined);
  const countOf = async (status: VirtualNumberRow['status']) =>
    VirtualNumberModel.countDocuments({
      tenantId: ctx.tenantId,
      ...(visible && { propertyId: visible }),
      ...inStateAt(status, ctx.now),
    });
  const [available, assigned] = await Promise.all([countOf('AVAILABLE'), countOf('ASSIGNED')]);
  return { available, assigned };
}
