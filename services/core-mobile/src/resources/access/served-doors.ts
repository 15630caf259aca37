import { notFound } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';

/**
 * Reads doors that the calling controller serves: the live ones of its property. Deleted doors of that property are left
 * out, because a controller learns only later that one of its doors was deleted.
 *
 * @throws not_found when one of the ids is no door of the property, or none of the doors is live
 */
export async function loadServedDoors(
  { tenantId, principal }: OperationContext,
  ids: readonly string[],
): Promise<AccessPointRow[]> {
  const propertyId = { $in: [...(principal.propertyIds ?? [])] };
  const filter = { _id: { $in: [...ids] }, tenantId, propertyId };
  const doors = await AccessPointModel.find(filter).lean<AccessPointRow[]>();
  const live = doors.filter(({ isLive }) => isLive);
  if (live.length === 0 || doors.length < new Set(ids).size) throw notFound();
  return live;
}
