import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { pendingAt } from '@pas/shared/invites/transitions';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { visibleProperties } from '../properties/property-restriction.ts';
import { findInvitesOf } from './find-invites-of.ts';
import { findStuck } from './find-stuck.ts';

interface InviteQuery extends ListedPage {
  status?: InviteRow['status'] | undefined;
  unitId?: string | undefined;
  propertyId?: string | undefined;
  userId?: string | undefined;
  stuck?: boolean | undefined;
}

/** Builds the filter of an effective status: an invite expires before the sweeper stores it. */
function statusFilter(status: InviteQuery['status'], ctx: OperationContext): object {
  if (status === 'PENDING') return pendingAt(ctx);
  if (status === 'EXPIRED') {
    return { $or: [{ status: 'EXPIRED' }, { status: 'PENDING', expiresAt: { $lte: tenantNow(ctx) } }] };
  }
  return status === undefined ? {} : { status };
}

/** Lists the invites within the caller's reach. */
export async function listInvites(ctx: OperationContext, query: InviteQuery): Promise<RowsPage<InviteRow>> {
  const visible = visibleProperties(ctx, query.propertyId);
  const named = [
    ...(query.userId ? [await findInvitesOf(ctx, query.userId)] : []),
    ...(query.stuck ? [await findStuck(ctx)] : []),
  ];
  const filter = {
    tenantId: ctx.tenantId,
    ...(visible && { propertyId: visible }),
    ...(query.unitId && { unitId: query.unitId }),
    ...statusFilter(query.status, ctx),
    ...(named.length > 0 && { $and: named.map((ids) => ({ _id: { $in: ids } })) }),
  };
  return listRows(InviteModel, filter, query);
}
