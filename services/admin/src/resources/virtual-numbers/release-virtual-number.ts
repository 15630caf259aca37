import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { CallModel } from '@pas/shared/models/call';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { ClientSession } from 'mongoose';
import { loadVirtualNumber } from './load-virtual-number.ts';
import { saveVirtualNumber } from './save-virtual-number.ts';

const dayMs = 24 * 3_600_000;

/** Whether a number has received calls or texts since its assignment. */
async function wasUsed(
  { tenantId }: OperationContext,
  { _id: virtualNumberId, assignedAt, lastTextAt }: VirtualNumberRow,
  session: ClientSession,
): Promise<boolean> {
  const since = assignedAt ?? new Date(0);
  if (lastTextAt && lastTextAt >= since) return true;
  const createdAt = { $gte: since };
  const call = await CallModel.findOne({ tenantId, virtualNumberId, createdAt }, { _id: 1 })
    .session(session)
    .lean();
  return call !== null;
}

/** Returns the state after a release: QUARANTINED with the last target for a used number, else AVAILABLE. */
function releasedFields(
  ctx: OperationContext,
  { propertyId, unitId, assignedAt }: VirtualNumberRow,
  restDays: number,
): Partial<VirtualNumberRow> {
  const from = propertyId === null || assignedAt === null ? null : { propertyId, unitId, assignedAt };
  const rest = { status: 'QUARANTINED' as const, releasedFrom: from };
  return {
    propertyId: null,
    unitId: null,
    accessPointId: null,
    assignedAt: null,
    ...(restDays === 0
      ? { status: 'AVAILABLE' as const }
      : { ...rest, quarantineUntil: new Date(ctx.now.getTime() + restDays * dayMs) }),
  };
}

/**
 * Releases a number from its target. It is QUARANTINED for the days of the tenant's setting, because people
 * still call it. A number without calls or texts since its assignment becomes AVAILABLE immediately. An
 * unassigned number stays unchanged.
 *
 * @throws not_found
 */
export async function releaseVirtualNumber(ctx: OperationContext, id: string): Promise<VirtualNumberRow> {
  const { settings } = await readTenant(ctx.tenantId);
  return commit(ctx, async (change) => {
    const row = await loadVirtualNumber(ctx, id, change.session);
    if (row.status !== 'ASSIGNED') return row;
    const restDays = (await wasUsed(ctx, row, change.session)) ? settings.numberQuarantineDays : 0;
    const fields = releasedFields(ctx, row, restDays);
    return saveVirtualNumber(ctx, change, { action: 'virtual_number.released', row, fields });
  });
}
