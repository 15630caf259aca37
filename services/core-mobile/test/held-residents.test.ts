import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { UserModel } from '@pas/shared/models/user';
import { changeMeanwhile } from '@pas/testing/change-meanwhile';
import { expect, test } from 'vitest';
import { addDoor, addResident, newHome, startCoreMobile } from './core-mobile-harness.ts';

const service = await startCoreMobile();

test('a device of a person whom staff disable meanwhile is 403, not 503', async () => {
  const { as, row } = await addResident(newHome());
  const own = { _id: row._id, tenantId: row.tenantId };
  const answer = await changeMeanwhile(
    async (session) => UserModel.updateOne(own, { $set: { status: 'DISABLED' } }, { session }),
    async () =>
      service.call('POST', '/devices', { as, body: { provider: 'FCM', token: `token:${newId('event')}` } }),
  );
  expect(answer).toMatchObject({ status: 403, body: { code: 'resident_disabled' } });
});

test('a pass of a person who moves out meanwhile is 404, and none is stored', async () => {
  const home = newHome();
  const { as, row } = await addResident(home);
  const door = await addDoor(home);
  const own = { _id: row._id, tenantId: row.tenantId };
  const day = 86_400_000;
  const body = {
    accessPointIds: [door._id],
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + day).toISOString(),
  };
  const ended = row.residences.map((residence) => ({ ...residence, endsAt: new Date(), dueAt: null }));
  const answer = await changeMeanwhile(
    async (session) => UserModel.updateOne(own, { $set: { residences: ended } }, { session }),
    async () => service.call('POST', '/access/passes', { as, body }),
  );
  expect(answer.status).toBe(404);
  expect(await AccessPassModel.countDocuments({ tenantId: row.tenantId })).toBe(0);
});
