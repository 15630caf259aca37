import { notFound } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';

/**
 * Reads doors that the calling controller serves: the live ones of its property.
 *
 * @throws not_found when one of the ids is not among them
 */
export async function loadServedDoors(
  { tenantId, principal }: OperationContext,
  ids: readonly string[],
): Promise<AccessPointRow[]> {
  const propertyId = { $in: [...(principal.propertyIds ?? [])] };
  const filter = { _id: { $in: [...ids] }, tenantId, isLive: true, propertyId };
  const doors = await AccessPointModel.find(filter).lean<AccessPointRow[]>();
  if (doors.length < new Set(ids).size) throw notFound();
  return doors;
}
