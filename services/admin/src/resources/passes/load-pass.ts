import { notFound } from '@pas/platform/errors/raise';
import { wasRevoked } from '@pas/shared/access/may-use-pass';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import type { ClientSession } from 'mongoose';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import type { PassGroup } from './pass.schema.ts';

/**
 * Adds the rows of the further holders to each pass, with one read for all passes. Omits revoked holders, unless the
 * pass itself was revoked.
 */
export async function withHolders(
  tenantId: string,
  passes: readonly AccessPassRow[],
  session: ClientSession | null = null,
): Promise<PassGroup[]> {
  const groupId = { $in: passes.map(({ _id }) => _id) };
  // The index begins with `isLive`, so the query names both of its values.
  const further = await AccessPassModel.find({ tenantId, isLive: { $in: [true, false] }, groupId })
    .session(session)
    .lean<AccessPassRow[]>();
  const byPass = Map.groupBy(further, (holder) => holder.groupId);
  return passes.map((pass) => {
    const holders = byPass.get(pass._id) ?? [];
    const shown = holders.filter((holder) => wasRevoked(pass) || !wasRevoked(holder));
    return [pass, ...shown.toSorted((a, b) => (a._id < b._id ? -1 : 1))];
  });
}

/**
 * Loads a pass with its holders, even after its end. The id of any holder finds the whole pass, because access events
 * name the row of the holder.
 *
 * @throws not_found when no such pass ever existed within the caller's reach
 */
export async function loadPass(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<PassGroup> {
  const { tenantId } = ctx;
  const find = (_id: string) =>
    AccessPassModel.findOne({ _id, tenantId }).session(session).lean<AccessPassRow>();
  const holder = await find(id);
  const pass = holder?.groupId == null ? holder : await find(holder.groupId);
  if (!pass || !mayAccessProperty(ctx, pass.propertyId)) throw notFound();
  const [group = [pass] as const] = await withHolders(tenantId, [pass], session);
  return group;
}
