import { isDeepStrictEqual } from 'node:util';
import { InviteModel } from '@pas/shared/models/invite';
import { effectsOf, inviteStates, type InviteState, type TableRow } from '@pas/testing/invite-table';
import { expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  addTenant,
  newEmail,
  signUpBody,
  startResident,
  type TestInvite,
  type TestResident,
} from './resident-harness.ts';

// Transitions of an invite by its person: every state and action, with active and suspended tenants.

const service = await startResident();

const dead: Record<Exclude<InviteState, 'PENDING'>, TableRow> = {
  'PENDING past its time': { answer: '410 invite_expired' },
  ACCEPTED: { answer: '410 invite_accepted' },
  'EXPIRED(TTL)': { answer: '410 invite_expired' },
  'EXPIRED(REVOKED)': { answer: '410 invite_revoked' },
  'EXPIRED(SUPERSEDED)': { answer: '410 invite_superseded' },
};
const previewed: TableRow = { answer: '200', events: ['previewed'] };
const accepted = { events: ['accepted'], record: 'invite.accepted' };
const requested: TableRow = { answer: '202', record: 'invite.renewal_requested' };

const active: Record<string, Record<InviteState, TableRow>> = {
  preview: { ...dead, PENDING: previewed },
  page: { ...dead, PENDING: previewed },
  'sign-up': { ...dead, PENDING: { answer: '201', ...accepted } },
  accept: { ...dead, PENDING: { answer: '200', ...accepted } },
  renewal: {
    ...dead,
    PENDING: { answer: '409 invite_pending' },
    'PENDING past its time': requested,
    'EXPIRED(TTL)': requested,
  },
};

const refused: TableRow = { answer: '403 tenant_suspended' };
const suspended = Object.fromEntries(
  Object.entries(active).map(([action, rows]) => [
    action,
    action === 'renewal'
      ? { ...rows, 'PENDING past its time': refused, 'EXPIRED(TTL)': refused }
      : { ...rows, PENDING: refused },
  ]),
) as typeof active;

interface Situation {
  invite: TestInvite;
  me: TestResident;
}

const post = (path: string, { as, body }: { as?: TestResident['as']; body?: unknown } = {}) =>
  service.call('POST', path, { ...(as && { as }), ...(body !== undefined && { body }) });

const actions: Record<string, (situation: Situation) => Promise<{ status: number; code?: string }>> = {
  preview: async ({ invite }) => coded(service.call('GET', `/api/v1/auth/invites/${invite.token}`)),
  page: async ({ invite }) => {
    const { status } = await service.send(`/join/${invite.token}`);
    return { status };
  },
  'sign-up': async ({ invite }) => coded(post('/api/v1/auth/signup', { body: signUpBody(invite) })),
  accept: async ({ invite, me }) => coded(post(`/api/v1/invites/${invite.token}/accept`, { as: me.as })),
  renewal: async ({ invite }) => coded(post(`/api/v1/auth/invites/${invite.token}/renewal`)),
};

async function coded(answering: Promise<{ status: number; body: { code: string } }>) {
  const { status, body } = await answering;
  return status < 300 ? { status } : { status, code: body.code };
}

const me = await addResident(service);
const cases = Object.entries({ ACTIVE: active, SUSPENDED: suspended }).flatMap(([tenant, table]) =>
  Object.entries(table).flatMap(([action, rows]) =>
    Object.entries(rows).map(
      ([state, row]) => [action, state as InviteState, tenant as 'ACTIVE' | 'SUSPENDED', row] as const,
    ),
  ),
);

test.each(cases)('%s of %s, tenant %s', async (action, state, tenant, row) => {
  const email = action === 'sign-up' ? newEmail() : me.email;
  const home = await addHome(await addTenant(tenant));
  const invite = await addInvite(home, { inviteeEmail: email, ...inviteStates[state] });
  const read = async () => InviteModel.findOne({ _id: invite._id, tenantId: invite.tenantId }).lean();
  const before = await read();

  const { status, code } = (await actions[action]?.({ invite, me })) ?? { status: 0 };

  // A page has no code.
  const [expectedStatus] = row.answer.split(' ');
  const answer = code === undefined ? String(status) : `${status} ${code}`;
  expect(answer).toBe(action === 'page' ? expectedStatus : row.answer);
  expect(await effectsOf(invite)).toEqual({
    events: row.events ?? [],
    records: row.record === undefined ? [] : [row.record],
  });
  const isUntouched = isDeepStrictEqual(await read(), before);
  expect(isUntouched).toBe(status >= 400);
});

test.each(Object.keys(actions))('%s by a token that a resend replaced: 410', async (action) => {
  const email = action === 'sign-up' ? newEmail() : me.email;
  const invite = await addInvite(await addHome(), { inviteeEmail: email });
  const replaced = { tokenHash: `of the newer token, ${action}`, pastTokenHashes: [invite.tokenHash] };
  await InviteModel.updateOne({ _id: invite._id, tenantId: invite.tenantId }, { $set: replaced });
  const { status, code } = (await actions[action]?.({ invite, me })) ?? { status: 0 };
  expect([status, action === 'page' ? 'invite_superseded' : code]).toEqual([410, 'invite_superseded']);
  expect(await effectsOf(invite)).toEqual({ events: [], records: [] });
});
