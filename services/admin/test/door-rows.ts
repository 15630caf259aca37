import { AccessEventModel } from '@pas/shared/models/access-event';
import { CallModel } from '@pas/shared/models/call';
import { DeviceModel } from '@pas/shared/models/device';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { deviceRow } from '@pas/testing/rows';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { accessEventRow, attemptRow, callRow } from './building-rows.ts';

type DoorFacts = Record<'tenantId' | 'propertyId' | 'doorId' | 'userId', string>;

/** Creates the rows that a property's door and numbers produce. */
export async function addDoorRows({
  tenantId,
  propertyId,
  doorId,
  userId,
}: DoorFacts): Promise<Record<string, string>> {
  const number = virtualNumberRow(tenantId, { propertyId, status: 'ASSIGNED', assignedAt: new Date() });
  await VirtualNumberModel.insertMany([number]);
  const call = callRow(tenantId, { propertyId, virtualNumberId: number._id });
  await CallModel.insertMany([call]);
  const event = accessEventRow(tenantId, { propertyId, accessPointId: doorId });
  await AccessEventModel.insertMany([event]);
  const attempt = attemptRow(tenantId, { propertyId, accessPointId: doorId });
  await UnlockAttemptModel.insertMany([attempt]);
  const device = deviceRow(tenantId, { userId });
  await DeviceModel.insertMany([device]);
  return {
    door_: doorId,
    vn_: number._id,
    call_: call._id,
    ace_: event._id,
    att_: attempt._id,
    dev_: device._id,
  };
}
