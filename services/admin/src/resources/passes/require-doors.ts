import { notFound } from '@pas/platform/errors/raise';
import { mayOpen } from '@pas/shared/access/may-open';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { AccessPassRow } from '@pas/shared/models/access-pass';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { UserModel, type UserRow } from '@pas/shared/models/user';

/**
 * Requires that a pass may name doors: live ones of its property. For a resident's pass, the resident may open each
 * of them now.
 *
 * @throws not_found
 */
export async function requireDoors(
  { tenantId, now }: OperationContext,
  pass: Pick<AccessPassRow, 'propertyId' | 'accessPointIds' | 'createdBy'>,
): Promise<void> {
  const { propertyId, accessPointIds, createdBy } = pass;
  const isOfResident = createdBy.type === 'RESIDENT';
  const [doors, host] = await Promise.all([
    AccessPointModel.find({ _id: { $in: accessPointIds }, tenantId, propertyId, isLive: true }).lean<
      AccessPointRow[]
    >(),
    isOfResident ? UserModel.findOne({ _id: createdBy.id, tenantId }).lean<UserRow>() : null,
  ]);
  const usable = doors.filter((door) => !isOfResident || (host && mayOpen(door, host, now).isGranted));
  if (usable.length < accessPointIds.length) throw notFound();
}
