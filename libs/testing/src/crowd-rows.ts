import { newAccessEvent } from '@pas/shared/access/record-decision';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { CallModel } from '@pas/shared/models/call';
import { DeviceModel } from '@pas/shared/models/device';
import { InviteModel } from '@pas/shared/models/invite';
import { SessionModel } from '@pas/shared/models/session';
import { UnitModel } from '@pas/shared/models/unit';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { UserModel } from '@pas/shared/models/user';
import {
  accessPassRow,
  accessPointRow,
  callRow,
  deviceRow,
  inviteRow,
  residenceIn,
  sessionRow,
  unitRow,
  unlockAttemptRow,
  userRow,
  type TestPlace,
} from './rows.ts';

/** Makes a resident with a home and one row of each kind, and the door of another building. */
function neighbourIn(place: TestPlace) {
  const { tenantId, propertyId } = place;
  const email = `${newId('user')}@crowd.test`;
  const unit = unitRow(tenantId, { propertyId });
  const residences = [residenceIn({ id: unit._id, propertyId })];
  const user = userRow(tenantId, { email, emailKey: email, residences });
  const subject = { type: 'RESIDENT' as const, id: user._id };
  const door = accessPointRow(place, { kind: 'UNIT', unitId: unit._id });
  const attempt = unlockAttemptRow(door, subject);
  const asked = { door, method: 'APP' as const, subject };
  const decision = { isGranted: true, reason: 'own_unit', rules: [] };
  return {
    unit,
    user,
    door,
    otherDoor: accessPointRow({ tenantId, propertyId: newId('property') }),
    attempt,
    event: newAccessEvent({ tenantId, now: new Date() }, { asked, decision, attemptId: attempt._id }),
    pass: accessPassRow(place, [door._id], { createdBy: subject }),
    device: deviceRow(tenantId, { userId: user._id }),
    session: sessionRow(user),
    call: callRow({ tenantId, propertyId, unitId: unit._id }),
    invite: inviteRow(unit, { role: 'OCCUPANT' }),
  };
}

/** Fills a building with neighbours, whose rows are newer than existing ones, and its tenant with other buildings. */
export async function addCrowd(place: TestPlace, count: number): Promise<void> {
  const all = Array.from({ length: count }, () => neighbourIn(place));
  await UnitModel.insertMany(all.map(({ unit }) => unit));
  await UserModel.insertMany(all.map(({ user }) => user));
  await AccessPointModel.insertMany(all.flatMap(({ door, otherDoor }) => [door, otherDoor]));
  await UnlockAttemptModel.insertMany(all.map(({ attempt }) => attempt));
  await AccessEventModel.insertMany(all.map(({ event }) => event));
  await AccessPassModel.insertMany(all.map(({ pass }) => pass));
  await DeviceModel.insertMany(all.map(({ device }) => device));
  await SessionModel.insertMany(all.map(({ session }) => session));
  await CallModel.insertMany(all.map(({ call }) => call));
  await InviteModel.insertMany(all.map(({ invite }) => invite));
}
