import { workContext } from '@pas/shared/context/work-context';
import { newId } from '@pas/shared/ids/id';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { inviteRow } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { applyDueResidences } from '../src/sweeps/apply-due-residences.ts';
import {
  addProperty,
  addUnit,
  newTenantCaller,
  startAdmin,
  type InviteAnswer,
  type UnitAnswer,
} from './admin-harness.ts';
import { importClient } from './import-support.ts';
import { testWorker } from './plan-import.ts';
import { sendTable } from './table-support.ts';
import { addHome, addUser, dayMs, fromNow, recordsOf, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const newUnit = async () => (await addUnit(admin, caller, propertyId, newId('unit'))).id;

let user: UserAnswer['user'];
let unitId: string;
beforeEach(async () => {
  unitId = await newUnit();
  user = await addUser(admin, caller);
  user = await addHome(admin, caller, { userId: user.id, unitId });
});

const act = (path: string, body: object) =>
  admin.call('POST', `/api/admin/users/${user.id}/${path}`, { as: caller, body });

/** Invites the person to the unit, and returns the id of the invite. */
async function invite(inviteeEmail = user.email): Promise<string> {
  const body = { unitId, inviteeEmail };
  const answer = await admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', { as: caller, body });
  return answer.body.invite.id;
}

/** Adds an invite that the person has made for somebody else. */
async function addGuestInvite(): Promise<string> {
  const createdBy = { type: 'RESIDENT', id: user.id, name: null };
  const row = inviteRow({ _id: unitId, tenantId, propertyId }, { role: 'OCCUPANT', createdBy });
  await InviteModel.insertMany([row]);
  return row._id;
}

const signUp = () =>
  UserModel.updateOne(
    { _id: user.id, tenantId },
    { $set: { accountId: newId('account'), status: 'ACTIVE' } },
  );

const stateOf = async (id: string) => {
  const row = await InviteModel.findOne({ _id: id, tenantId }).lean();
  return row?.expiredReason ?? row?.status;
};

const labelOf = async () =>
  (await admin.call<UnitAnswer>('GET', `/api/admin/units/${unitId}`, { as: caller })).body.unit.label;

async function importTable(table: string): Promise<void> {
  const client = importClient(admin, caller);
  const { body } = await sendTable(admin, caller, table, { query: `?propertyId=${propertyId}` });
  const worker = startImportWorker({ ...testWorker, everyMs: 20 });
  await client.commit(body.import.id);
  expect((await client.ended(body.import.id)).status).toBe('COMMITTED');
  await worker.stop();
}

test.each([
  ['a move-out', async () => act('move-out', { unitId })],
  ['a transfer', async () => act('transfer', { fromUnitId: unitId, toUnitId: await newUnit() })],
  ['a delete', async () => admin.call('DELETE', `/api/admin/users/${user.id}`, { as: caller })],
])('%s revokes the open invite of a person who has never signed up', async (_how, leave) => {
  const [own, neighbours] = [await invite(), await invite('neighbour@example.test')];
  expect((await leave()).status).toBeLessThan(300);
  expect([await stateOf(own), await stateOf(neighbours)]).toEqual(['REVOKED', 'PENDING']);
  const [, ...others] = (await recordsOf(user.id)).at(-1)?.targets ?? [];
  expect(others).toContainEqual({ type: 'invite', id: own });
});

test('a move-out revokes the open invites that the person has made for the unit', async () => {
  await signUp();
  const guests = await addGuestInvite();
  await act('move-out', { unitId });
  expect(await stateOf(guests)).toBe('REVOKED');
});

test('a move-out that is set for later, and one of a person who returns to the unit, revoke no invite', async () => {
  const [own, guests] = [await invite(), await addGuestInvite()];
  await act('move-out', { unitId, effectiveAt: fromNow(dayMs) });
  await addHome(admin, caller, { userId: user.id, unitId, startsAt: fromNow(2 * dayMs) });
  await act('move-out', { unitId });
  expect([await stateOf(own), await stateOf(guests)]).toEqual(['PENDING', 'PENDING']);
});

test('a residence that ends by its date revokes the open invite of a person who has never signed up', async () => {
  const own = await invite();
  const over = new Date(Date.now() - 1000);
  const times = { 'residences.0.startsAt': new Date(Date.now() - dayMs), 'residences.0.endsAt': over };
  const filter = { _id: user.id, tenantId };
  await UserModel.updateOne(filter, { $set: { ...times, 'residences.0.dueAt': over } });
  await applyDueResidences.apply(workContext({ ...testWorker, name: 'Sweeper' }, tenantId), user.id);
  expect(await stateOf(own)).toBe('REVOKED');
  expect((await recordsOf(user.id)).at(-1)?.targets).toContainEqual({ type: 'invite', id: own });
});

test('a move-out by an import revokes the open invite of a person who has never signed up', async () => {
  await UserModel.updateOne(
    { _id: user.id, tenantId },
    { $set: { 'residences.0.startsAt': new Date(Date.now() - 9 * dayMs) } },
  );
  const own = await invite();
  const moveOut = fromNow(-3 * dayMs).slice(0, 10);
  await importTable(`unit,email,moveOut\n${await labelOf()},${user.email},${moveOut}\n`);
  expect(await stateOf(own)).toBe('REVOKED');
});

describe('another e-mail of a person who has never signed up', () => {
  const other = () => `${newId('user')}@example.test`;

  test('revokes the open invite to the former one, and keeps the others', async () => {
    const [own, neighbours] = [await invite(), await invite('next@example.test')];
    const path = `/api/admin/users/${user.id}`;
    await admin.call('PATCH', path, { as: caller, body: { email: other() } });
    expect([await stateOf(own), await stateOf(neighbours)]).toEqual(['REVOKED', 'PENDING']);
    expect((await recordsOf(user.id)).at(-1)?.targets).toContainEqual({ type: 'invite', id: own });
  });

  test('in an import revokes the open invite to the former one', async () => {
    const externalId = newId('user');
    const path = `/api/admin/users/${user.id}`;
    await admin.call('PATCH', path, { as: caller, body: { externalId } });
    const own = await invite();
    await importTable(`unit,email,externalId\n${await labelOf()},${other()},${externalId}\n`);
    expect(await stateOf(own)).toBe('REVOKED');
  });

  test('after the sign-up revokes no invite that the person has made', async () => {
    await signUp();
    const guests = await addGuestInvite();
    await admin.call('PATCH', `/api/admin/users/${user.id}`, { as: caller, body: { email: other() } });
    expect(await stateOf(guests)).toBe('PENDING');
  });
});
