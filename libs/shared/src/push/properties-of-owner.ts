import type { ClientSession } from 'mongoose';
import type { DeviceRow } from '../models/device.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { heldProperties } from '../residences/held-properties.ts';

/** Returns the properties of a device's owner. Callers restricted to one of them may read its audit records. */
export async function propertiesOfOwner(
  { tenantId, userId }: Pick<DeviceRow, 'tenantId' | 'userId'>,
  now: Date,
  session: ClientSession,
): Promise<string[]> {
  const owner = await UserModel.findOne({ _id: userId, tenantId }, { residences: 1 })
    .session(session)
    .lean<Pick<UserRow, 'residences'>>();
  return owner ? heldProperties(owner, { tenantId, now }) : [];
}
