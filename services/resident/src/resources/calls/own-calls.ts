import { notFound } from '@pas/platform/errors/raise';
import type { Page } from '@pas/platform/http/page';
import { listRows, type RowsPage } from '@pas/platform/lists/list-rows';
import { loadResident } from '@pas/shared/accounts/load-resident';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { isCurrent } from '@pas/shared/models/user';
import type { QueryFilter } from 'mongoose';

/** A call to a unit. */
export type UnitCall = CallRow & { unitId: string };

interface CallQuery extends Page {
  unitId?: string | undefined;
  outcome?: CallRow['outcome'] | undefined;
}

/**
 * Filters calls that a resident may see: calls to their current units from the move-in on. Excludes calls of former
 * residents.
 */
async function ownCalls(
  ctx: OperationContext,
  { unitId, outcome }: Pick<CallQuery, 'unitId' | 'outcome'> = {},
): Promise<QueryFilter<CallRow>> {
  const { tenantId } = ctx;
  const { residences } = await loadResident(ctx);
  const homes = residences
    .filter((residence) => isCurrent(residence, ctx))
    .filter((residence) => unitId === undefined || residence.unitId === unitId)
    .map((residence) => ({
      tenantId,
      unitId: residence.unitId,
      startedAt: { $gte: residence.startsAt },
      ...(outcome && { outcome }),
    }));
  const [only, ...more] = homes;
  // Another unit has no calls for this person: an empty `$in` matches no row.
  if (!only) return { tenantId, unitId: { $in: [] } };
  // Only alternatives, so that the database plans each by its own index.
  return more.length === 0 ? only : { $or: homes };
}

/** Lists the calls to the homes of the signed-in resident. */
export async function listOwnCalls(
  ctx: OperationContext,
  { unitId, outcome, ...page }: CallQuery,
): Promise<RowsPage<UnitCall>> {
  const filter = await ownCalls(ctx, { unitId, outcome });
  return (await listRows(CallModel, filter, page)) as RowsPage<UnitCall>;
}

/** @throws not_found for a call that is not to a home of the signed-in resident */
export async function loadOwnCall(ctx: OperationContext, id: string): Promise<UnitCall> {
  const call = await CallModel.findOne({
    _id: id,
    tenantId: ctx.tenantId,
    ...(await ownCalls(ctx)),
  }).lean<UnitCall>();
  if (!call) throw notFound();
  return call;
}
