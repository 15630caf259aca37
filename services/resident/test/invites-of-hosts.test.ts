import { newId } from '@pas/shared/ids/id';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import {
  addInvite,
  addResident,
  addUser,
  newEmail,
  signUpBody,
  startResident,
  type TestResident,
} from './resident-harness.ts';

const service = await startResident();

/** Adds an invite that a resident has made for an occupant. */
const addGuestInvite = async ({ home, answer }: TestResident) => {
  const createdBy = { type: 'RESIDENT', id: answer.resident.id, name: null };
  return addInvite(home, { inviteeEmail: newEmail(), role: 'OCCUPANT', createdBy });
};

const setUser = ({ home, answer }: TestResident, fields: object) =>
  UserModel.updateOne({ _id: answer.resident.id, tenantId: home.tenantId }, { $set: fields });

const signUp = (invite: Awaited<ReturnType<typeof addGuestInvite>>) =>
  service.call<{ code?: string }>('POST', '/api/v1/auth/signup', { body: signUpBody(invite) });

describe('an invite that a main resident has made', () => {
  test('lets the occupant in while the main resident lives there', async () => {
    const me = await addResident(service);
    expect((await signUp(await addGuestInvite(me))).status).toBe(201);
  });

  test.each([
    ['has moved out', { 'residences.0.endsAt': new Date() }],
    ['is disabled', { status: 'DISABLED' }],
    ['is no main resident any more', { 'residences.0.role': 'OCCUPANT' }],
  ])('is 410 invite_revoked on each path when the main resident %s', async (_why, fields) => {
    const me = await addResident(service);
    const [invite, guest] = [await addGuestInvite(me), await addResident(service)];
    const other = await addInvite(me.home, {
      inviteeEmail: guest.email,
      createdBy: { type: 'RESIDENT', id: me.answer.resident.id, name: null },
    });
    await setUser(me, fields);

    const preview = await service.call<{ code?: string }>('GET', `/api/v1/auth/invites/${invite.token}`);
    const signedUp = await signUp(invite);
    const path = `/api/v1/invites/${other.token}/accept`;
    const accepted = await service.call<{ code?: string }>('POST', path, { as: guest.as });

    const codes = [preview, signedUp, accepted].map(({ status, body }) => [status, body.code]);
    expect(codes).toEqual(Array.from({ length: 3 }, () => [410, 'invite_revoked']));
    const { tenantId } = me.home;
    expect(await InviteModel.countDocuments({ tenantId, status: 'ACCEPTED' })).toBe(1);
  });
});

test('the end of an occupancy revokes the invite of an occupant who has never signed up', async () => {
  const me = await addResident(service);
  const email = newEmail();
  const { tenantId, unitId, propertyId } = me.home;
  const period = { startsAt: new Date(Date.now() - 1000), endsAt: null, canceledAt: null, dueAt: null };
  const home = { id: newId('residence'), unitId, propertyId, inviteId: null };
  const invite = await addInvite(me.home, { inviteeEmail: email, role: 'OCCUPANT' });
  const residences = [{ ...home, ...period, role: 'OCCUPANT' as const }];
  const occupant = await addUser(tenantId, { emailKey: email, residences });
  const path = `/api/v1/units/${unitId}/occupants/${occupant._id}`;
  expect((await service.call('DELETE', path, { as: me.as })).status).toBe(204);
  expect((await signUp(invite)).body.code).toBe('invite_revoked');
});
