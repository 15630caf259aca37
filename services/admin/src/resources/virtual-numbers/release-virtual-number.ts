import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { loadVirtualNumber } from './load-virtual-number.ts';
import { saveVirtualNumber } from './save-virtual-number.ts';

const dayMs = 24 * 3_600_000;

/**
 * Takes a number from its place. It rests for the days that the tenant has set, because people go on calling it. One
 * that is not assigned stays as it is.
 *
 * @throws not_found
 */
export async function releaseVirtualNumber(ctx: OperationContext, id: string): Promise<VirtualNumberRow> {
  const { settings } = await readTenant(ctx.tenantId);
  return commit(ctx, async (change) => {
    const row = await loadVirtualNumber(ctx, id, change.session);
    if (row.status !== 'ASSIGNED') return row;
    return saveVirtualNumber(ctx, change, {
      action: 'virtual_number.released',
      row,
      fields: {
        propertyId: null,
        unitId: null,
        accessPointId: null,
        assignedAt: null,
        status: 'QUARANTINED',
        quarantineUntil: new Date(ctx.now.getTime() + settings.numberQuarantineDays * dayMs),
      },
    });
  });
}
