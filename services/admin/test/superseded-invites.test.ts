import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { eventsOf, inviteSupport, recordsOf } from './invite-support.ts';
import { addUser } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, post, newUnit, invite } = await inviteSupport(admin, caller);

/** All ways to get a residence without accepting the invite. Add each new way here. */
const ways: Record<string, (home: { unitId: string; contact: object }) => Promise<{ status: number }>> = {
  'a new user with a residence': async ({ unitId, contact }) =>
    post('users', { kind: 'RESIDENT', status: 'ACTIVE', ...contact, residence: { unitId } }),
  'a new user whose residence starts tomorrow': async ({ unitId, contact }) => {
    const startsAt = new Date(Date.now() + 24 * 3_600_000).toISOString();
    return post('users', { kind: 'RESIDENT', status: 'ACTIVE', ...contact, residence: { unitId, startsAt } });
  },
  'a residence of a user': async ({ unitId, contact }) => {
    const { id } = await addUser(admin, caller, { status: 'ACTIVE', ...contact });
    return post(`users/${id}/residences`, { unitId });
  },
};

const contacts = {
  'by e-mail, in another case': [{ inviteeEmail: 'Kim@Moved.test' }, { email: 'kim@moved.test' }],
  'by phone': [{ inviteePhone: '(202) 555-0142' }, { phone: '+12025550142' }],
} as const;

const cases = Object.keys(ways).flatMap((way) =>
  Object.entries(contacts).map(([how, [invited, contact]]) => [way, how, invited, contact] as const),
);

test.each(cases)('%s supersedes the invite of the person, %s', async (way, _how, invited, contact) => {
  const unitId = await newUnit();
  const { id, token } = (await invite({ unitId, ...invited })).body.invite;
  const elsewhere = (await invite({ unitId: await newUnit(), ...invited })).body.invite;
  const stranger = (await invite({ unitId, inviteeEmail: 'stranger@moved.test' })).body.invite;

  const answer = await ways[way]?.({ unitId, contact });

  expect(answer?.status).toBe(201);
  const statusOf = async (_id: string) => InviteModel.findOne({ _id, tenantId }).lean<InviteRow>();
  expect(await statusOf(id)).toMatchObject({ status: 'EXPIRED', expiredReason: 'SUPERSEDED' });
  expect(await eventsOf(id)).toEqual(['created', 'expired']);
  expect((await recordsOf(id)).map(({ action }) => action)[1]).toMatch(/^(user|residence)\./);
  expect((await post(`onboarding/invites/${token}/resend`, {})).status).toBe(409);
  for (const other of [elsewhere, stranger])
    expect(await statusOf(other.id)).toMatchObject({ status: 'PENDING' });
  // The next case uses the same person.
  await InviteModel.updateMany({ tenantId }, { $set: { status: 'EXPIRED', pendingKey: null } });
  const users = await admin.call<{ users: { id: string }[] }>('GET', '/api/admin/users?residence=any', {
    as: caller,
  });
  for (const user of users.body.users)
    await admin.call('DELETE', `/api/admin/users/${user.id}`, { as: caller });
});

test.each(Object.entries(contacts))(
  'the invite of a person who has never signed up stays pending with a residence, %s',
  async (_how, [invited, contact]) => {
    const unitId = await newUnit();
    const { id } = (await invite({ unitId, ...invited })).body.invite;
    const made = await post('users', { kind: 'RESIDENT', ...contact, residence: { unitId } });
    expect(made.status).toBe(201);
    expect(await InviteModel.findOne({ _id: id, tenantId }).lean<InviteRow>()).toMatchObject({
      status: 'PENDING',
      version: 1,
    });
    expect(await eventsOf(id)).toEqual(['created']);
  },
);
