import { newId } from '@pas/shared/ids/id';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel, type Residence, type UserRow } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addUser,
  newEmail,
  signUpBody,
  startResident,
  type Home,
  type SignInResult,
} from './resident-harness.ts';

const service = await startResident();

const dayMs = 86_400_000;
const phone = '+12025550123';

/** Adds a resident as an import does: with the home, and without an account. */
async function addImported(home: Home, fields: Partial<UserRow>, startsAt = new Date(Date.now() - dayMs)) {
  const { unitId, propertyId, tenantId } = home;
  const isLater = startsAt.getTime() > Date.now();
  const residence: Residence = {
    id: newId('residence'),
    unitId,
    propertyId,
    role: 'PRIMARY',
    startsAt,
    endsAt: null,
    canceledAt: null,
    inviteId: null,
    dueAt: isLater ? startsAt : null,
  };
  return addUser(tenantId, { ...fields, residences: [residence] });
}

const cases = [
  ['the e-mail of the import', (email: string) => ({ emailKey: email, email }), (email: string) => email],
  ['another e-mail', (email: string) => ({ emailKey: email, email }), () => newEmail()],
  ['an e-mail, and the import had only a phone', () => ({ emailKey: null, phone }), () => newEmail()],
] as const;

test.each(cases)('a resident of an import signs up with %s and has one home', async (_name, known, given) => {
  const home = await addHome();
  const email = newEmail();
  const imported = await addImported(home, known(email));
  const { email: inviteeEmail, phone: inviteePhone } = imported;
  const invite = await addInvite(home, { inviteeEmail, inviteePhone });
  const body = { ...signUpBody(invite), email: given(email) };

  const answer = await service.call<SignInResult>('POST', '/api/v1/auth/signup', { body });

  expect(answer).toMatchObject({ status: 201, body: { resident: { id: imported._id } } });
  const users = await UserModel.find({ tenantId: home.tenantId }).lean();
  expect(users).toHaveLength(1);
  expect(users[0]).toMatchObject({ status: 'ACTIVE', email: imported.email ?? body.email });
  expect(users[0]?.residences.map(({ unitId }) => unitId)).toEqual([home.unitId]);
  const { _id, tenantId } = invite;
  expect(await InviteModel.findOne({ _id, tenantId }).lean()).toMatchObject({
    status: 'ACCEPTED',
    acceptedUserId: imported._id,
  });
});

test.each([
  ['the e-mail of the user', (email: string) => email],
  ['another e-mail', () => newEmail()],
])('an invite to the phone of a user with an e-mail is accepted as that user: %s', async (_name, given) => {
  const home = await addHome();
  const email = newEmail();
  const known = await addImported(home, { emailKey: email, email, phone });
  const invite = await addInvite(home, { inviteePhone: phone });
  const body = { ...signUpBody(invite), email: given(email) };
  const answer = await service.call<SignInResult>('POST', '/api/v1/auth/signup', { body });
  expect(answer).toMatchObject({ status: 201, body: { resident: { id: known._id } } });
  const users = await UserModel.find({ tenantId: home.tenantId }).lean();
  expect(users).toMatchObject([{ status: 'ACTIVE', email }]);
});

test('an invite to a phone that two residents of the unit share is accepted as a new user', async () => {
  const home = await addHome();
  for (const email of [newEmail(), newEmail()]) await addImported(home, { emailKey: email, email, phone });
  const invite = await addInvite(home, { inviteePhone: phone });
  const body = { ...signUpBody(invite), email: newEmail() };
  expect((await service.call('POST', '/api/v1/auth/signup', { body })).status).toBe(201);
  expect(await UserModel.countDocuments({ tenantId: home.tenantId })).toBe(3);
});

test('the sign-up of a resident who has the home already ends the other invites to it', async () => {
  const home = await addHome();
  const email = newEmail();
  await addImported(home, { emailKey: email, email, phone });
  const invite = await addInvite(home, { inviteeEmail: email, contactKey: email });
  const other = await addInvite(home, { inviteePhone: phone, contactKey: phone });
  const answer = await service.call('POST', '/api/v1/auth/signup', { body: signUpBody(invite) });
  expect(answer.status).toBe(201);
  const ended = await InviteModel.findOne({ _id: other._id, tenantId: home.tenantId }).lean();
  expect(ended).toMatchObject({ status: 'EXPIRED', expiredReason: 'SUPERSEDED' });
});

test('a resident with a future move-in keeps that day', async () => {
  const home = await addHome();
  const email = newEmail();
  const startsAt = new Date(Date.now() + 7 * dayMs);
  await addImported(home, { emailKey: email }, startsAt);
  const invite = await addInvite(home, { inviteeEmail: email });
  const { status } = await service.call('POST', '/api/v1/auth/signup', { body: signUpBody(invite) });
  expect(status).toBe(201);
  const [user] = await UserModel.find({ tenantId: home.tenantId }).lean();
  expect(user?.residences.map((residence) => residence.startsAt)).toEqual([startsAt]);
});

test('the phone of a resident of another unit does not link a sign-up to that resident', async () => {
  const home = await addHome();
  const other = await addHome(home.tenantId);
  const neighbour = await addImported(other, { emailKey: null, phone });
  const invite = await addInvite(home, { inviteePhone: phone });
  const body = { ...signUpBody(invite), email: newEmail() };
  const answer = await service.call<SignInResult>('POST', '/api/v1/auth/signup', { body });
  expect(answer.status).toBe(201);
  expect(answer.body.resident.id).not.toBe(neighbour._id);
});
