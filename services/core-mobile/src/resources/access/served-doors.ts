import { notFound } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';

/**
 * Reads the live doors that the calling controller serves in its property. Skips deleted doors, because a controller
 * learns of a deletion only later.
 *
 * @throws not_found when an id is not a door of the property, or no door is live
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
