import { newId } from '@pas/shared/ids/id';
import { useTestTimes } from '@pas/shared/context/tenant-now';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { afterEach, expect, test } from 'vitest';
import { addResident, addUser, newEmail, startResident } from './resident-harness.ts';

const service = await startResident();
const dayMs = 86_400_000;

afterEach(() => useTestTimes(new Map()));

test('an occupant who has moved in by the test clock is moved out by the test clock', async () => {
  const { home, as } = await addResident(service);
  const { tenantId, unitId, propertyId } = home;
  const startsAt = new Date(Date.now() + dayMs);
  const period = { startsAt, endsAt: null, canceledAt: null, inviteId: null, dueAt: null };
  const residence = { id: newId('residence'), unitId, propertyId, role: 'OCCUPANT' as const, ...period };
  const { _id } = await addUser(tenantId, {
    status: 'ACTIVE',
    accountId: newId('account'),
    emailKey: newEmail(),
    residences: [residence],
  });
  const time = Date.now() + 2 * dayMs;
  useTestTimes(new Map([[tenantId, time]]));
  const path = `/api/v1/units/${unitId}/occupants/${_id}`;
  expect((await service.call('DELETE', path, { as })).status).toBe(204);
  const occupant = await UserModel.findOne({ _id, tenantId }).lean<UserRow>();
  expect([occupant?.status, occupant?.residences[0]?.endsAt]).toEqual(['FORMER', new Date(time)]);
});
