import { insertRows } from '@pas/platform/mongo/insert-rows';
import { newInvite } from '@pas/shared/invites/new-invite';
import { hashInviteToken } from '@pas/shared/invites/invite-links';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { newId } from '@pas/shared/ids/id';
import { expect, test } from 'vitest';
import { newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, propertyId, newUnit, post } = await inviteSupport(admin, caller);

/** Stores an invite as a resident makes it: its token is not derived yet. */
async function addOccupantInvite(): Promise<InviteRow> {
  const email = `${newId('user')}@example.test`;
  const row = newInvite({ tenantId, now: new Date() }, null, {
    unit: { _id: await newUnit(), propertyId },
    invitee: { email, phone: null, name: null, contactKey: email },
    ttlHours: 1,
    role: 'OCCUPANT',
    createdBy: { type: 'RESIDENT', id: newId('user'), name: 'Clara Reyes' },
  });
  await insertRows(InviteModel, [row], null);
  return row;
}

/** Finds the invite that a sign-up with the token would accept. */
const idOf = async (token: string | null): Promise<string | undefined> =>
  (await InviteModel.findOne({ tenantId, tokenHash: hashInviteToken(token ?? '') }).lean())?._id;

const path = '/api/admin/onboarding/invites';
const readOne = (id: string, as = caller) => admin.call<InviteAnswer>('GET', `${path}/${id}`, { as });

test.each<[string, (invite: InviteRow) => Promise<string | null | undefined>]>([
  ['a read', async ({ _id }) => (await readOne(_id)).body.invite.token],
  [
    'a list',
    async ({ unitId }) => {
      const query = `${path}?unitId=${unitId}`;
      const { body } = await admin.call<{ invites: { token: string }[] }>('GET', query, { as: caller });
      return body.invites[0]?.token;
    },
  ],
  ['a dispatch', async ({ _id }) => (await post(`onboarding/invites/${_id}/dispatch`, {})).body.invite.token],
  ['a resend', async ({ _id }) => (await post(`onboarding/invites/${_id}/resend`, {})).body.invite.token],
  [
    'a repeated creation',
    async ({ unitId, inviteeEmail }) =>
      (await post('onboarding/invite', { unitId, inviteeEmail })).body.invite.token,
  ],
  [
    'a keyed dispatch',
    async ({ _id }) => {
      const headers = { 'Idempotency-Key': newId('user') };
      const sent = { as: caller, headers, body: {} };
      const { body } = await admin.call<InviteAnswer>('POST', `${path}/${_id}/dispatch`, sent);
      return body.invite.token;
    },
  ],
  [
    'a bulk dispatch',
    async ({ _id }) => {
      const answer = await post<{ results: InviteAnswer[] }>('onboarding/invites/bulk/dispatch', {
        inviteIds: [_id],
      });
      return answer.body.results[0]?.invite.token;
    },
  ],
  [
    'a preview of the message',
    async ({ _id }) => {
      const sent = { channel: 'EMAIL' };
      const preview = await post<{ message: { text: string } }>(
        `onboarding/invites/${_id}/preview-message`,
        sent,
      );
      return /\/join\/([\w-]{43})/.exec(preview.body.message.text)?.[1];
    },
  ],
])('%s of an invite that a resident made shows a token that works immediately', async (_what, show) => {
  const invite = await addOccupantInvite();
  expect(await idOf((await show(invite)) ?? null)).toBe(invite._id);
});

test('fifty reads at once show one token, which works', async () => {
  const { _id } = await addOccupantInvite();
  const answers = await Promise.all(Array.from({ length: 50 }, () => readOne(_id)));
  const [token, ...others] = new Set(answers.map(({ body }) => body.invite.token));
  expect([await idOf(token ?? null), others]).toEqual([_id, []]);
});

test('a read-only caller gets no token, and its read stores no hash', async () => {
  const { _id } = await addOccupantInvite();
  const { body } = await readOne(_id, { ...caller, scopes: ['onboarding:read'] });
  expect(body.invite).toMatchObject({ token: null, inviteUrl: null });
  expect(await InviteModel.findOne({ _id, tenantId }).lean()).toMatchObject({ tokenHash: `none:${_id}` });
});
