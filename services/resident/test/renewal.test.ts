import { OutboxModel } from '@pas/platform/events/outbox';
import type { Problem } from '@pas/platform/http/render-error';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addTenant,
  newEmail,
  startResident,
  type TestInvite,
} from './resident-harness.ts';

const service = await startResident();

type Renewal = { invite: { status: string; expiresAt: string; renewalRequestedAt: string } };
const ask = <Answer = Renewal>(token: string) =>
  service.call<Answer>('POST', `/api/v1/auth/invites/${token}/renewal`);
const refused = async (token: string) => {
  const { status, body } = await ask<Problem>(token);
  return `${status} ${body.code}`;
};
const stored = async ({ _id, tenantId }: TestInvite) =>
  InviteModel.findOne({ _id, tenantId }).lean<InviteRow>();
const recordsOf = async ({ tenantId }: TestInvite) =>
  OutboxModel.find({ tenantId, subject: 'pas.v1.audit.record.submitted' }).lean();

const past = new Date(Date.now() - 1000);
const ended = (expiredReason: InviteRow['expiredReason']) => ({ status: 'EXPIRED' as const, expiredReason });
const expired = { ...ended('TTL'), expiresAt: past };
const invited = async (fields: Partial<InviteRow> = {}) =>
  addInvite(await addHome(), { inviteeEmail: newEmail(), ...fields });

describe('requesting a new link', () => {
  test.each([
    ['whose end is stored', expired],
    ['whose end the sweeper has not stored', { expiresAt: past }],
  ])('202 for an expired invite %s, with a stored request and an audit record', async (_what, fields) => {
    const invite = await invited(fields);
    const { status, body, headers } = await ask(invite.token);
    expect(status).toBe(202);
    expect(headers.get('cache-control')).toBe('no-store');
    const row = await stored(invite);
    expect(body).toEqual({
      invite: {
        status: 'EXPIRED',
        expiresAt: past.toISOString(),
        renewalRequestedAt: row?.renewalRequestedAt?.toISOString(),
      },
    });
    expect(row).toMatchObject({ version: 2, status: invite.status });
    expect((await recordsOf(invite)).map(({ envelope }) => envelope.data)).toMatchObject([
      { action: 'invite.renewal_requested', actor: { type: 'SYSTEM', name: 'Holder of the invite' } },
    ]);
  });

  test('a repeat within a day gets the same answer without effect; a day later it is stored again', async () => {
    const invite = await invited(expired);
    const first = await ask(invite.token);
    const before = await stored(invite);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(invite.token)));
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([202, first.body]);
    expect(await stored(invite)).toEqual(before);
    const { _id, tenantId } = invite;
    const dayAgo = new Date(Date.now() - 24 * 3_600_000);
    await InviteModel.updateOne({ _id, tenantId }, { $set: { renewalRequestedAt: dayAgo } });
    expect((await ask(invite.token)).status).toBe(202);
    expect((await stored(invite))?.renewalRequestedAt?.getTime()).toBeGreaterThan(dayAgo.getTime());
    expect(await recordsOf(invite)).toHaveLength(2);
  });

  test('twenty concurrent requests are stored once', async () => {
    const invite = await invited(expired);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(invite.token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.invite.renewalRequestedAt)).size).toBe(1);
    expect(await recordsOf(invite)).toHaveLength(1);
  });
});

describe('refused, and nothing changes', () => {
  test.each([
    ['409 invite_pending', {}],
    ['410 invite_accepted', { status: 'ACCEPTED' as const }],
    ['410 invite_revoked', ended('REVOKED')],
    ['410 invite_superseded', ended('SUPERSEDED')],
  ])('%s', async (outcome, fields) => {
    const invite = await invited(fields);
    const before = await stored(invite);
    expect(await refused(invite.token)).toBe(outcome);
    expect(await stored(invite)).toEqual(before);
  });

  test('410 for a token that a newer one replaced', async () => {
    const { _id, tenantId, token, tokenHash } = await invited(expired);
    const replaced = { tokenHash: 'of the newer token', pastTokenHashes: [tokenHash] };
    await InviteModel.updateOne({ _id, tenantId }, { $set: replaced });
    expect(await refused(token)).toBe('410 invite_superseded');
  });

  test('404 for an unknown token', async () => {
    expect(await refused('A'.repeat(43))).toBe('404 not_found');
  });

  test('403 while the tenant is suspended', async () => {
    const invite = await addInvite(await addHome(await addTenant('SUSPENDED')), expired);
    expect(await refused(invite.token)).toBe('403 tenant_suspended');
  });
});
