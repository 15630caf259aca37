import type { Problem } from '@pas/platform/http/render-error';
import { OutboxModel } from '@pas/platform/events/outbox';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { eventsOf, inviteSupport, recordsOf } from './invite-support.ts';
import { addUser } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, post, newUnit, invite } = await inviteSupport(admin, caller);

let people = 0;
const newContact = (): string => `person-${(people += 1)}@resend.test`;

async function invited(fields: object = {}) {
  const { status, body } = await invite({ unitId: await newUnit(), inviteeEmail: newContact(), ...fields });
  expect(status).toBe(201);
  return body.invite;
}

const stored = async (id: string) => InviteModel.findOne({ _id: id, tenantId }).lean<InviteRow>();
const change = async (id: string, fields: object) =>
  InviteModel.updateOne({ _id: id, tenantId }, { $set: fields });
/** Ends the validity of an invite, as before a run of the sweeper. */
const lapse = async (id: string) => change(id, { expiresAt: new Date(Date.now() - 1000) });
const expire = async (id: string) =>
  change(id, { status: 'EXPIRED', expiredReason: 'TTL', pendingKey: null, expiresAt: new Date(0) });
const resend = (id: string, body: object = {}) => post(`onboarding/invites/${id}/resend`, body);
const refusedResend = async (id: string, body: object = {}) => {
  const { status, headers, body: problem } = await post<Problem>(`onboarding/invites/${id}/resend`, body);
  return { outcome: `${status} ${problem.code}`, retryAfter: Number(headers.get('retry-after')) };
};
const ago = (ms: number) => ({ at: new Date(Date.now() - ms) });
const [minute, hour] = [60_000, 3_600_000];

describe('POST …/resend', () => {
  test('202 resends a pending invite with the same link, and restarts its period of validity', async () => {
    const first = await invited({ dispatch: ['EMAIL'], expiresInHours: 700 });
    await change(first.id, { expiresAt: new Date(Date.now() + minute), 'deliveries.0.status': 'SENT' });
    const { status, body } = await resend(first.id);
    expect(status).toBe(202);
    expect(body.invite).toMatchObject({ token: first.token, status: 'PENDING', version: first.version + 1 });
    expect(body.invite.deliveries).toMatchObject([
      { status: 'SENT' },
      { status: 'QUEUED', channel: 'EMAIL' },
    ]);
    const hours = (Date.parse(body.invite.expiresAt) - Date.now()) / hour;
    expect(Math.round(hours)).toBe(700);
    expect(await eventsOf(first.id)).toEqual(['created', 'dispatched', 'resent']);
    const [, record] = await recordsOf(first.id);
    expect(record).toMatchObject({ action: 'invite.resent', targets: [{ type: 'invite', id: first.id }] });
    expect(record?.changes.map(({ path }) => path)).toEqual(['expiresAt']);
  });

  test('the event names only the new delivery, without a token', async () => {
    const { id, token } = await invited({ dispatch: ['EMAIL'] });
    const { body } = await resend(id);
    const rows = await OutboxModel.find({ 'envelope.subject': id, subject: /resent$/ }).lean();
    expect(rows.map(({ envelope }) => envelope.data['deliveries'])).toEqual([
      [{ id: body.invite.deliveries[1]?.id, channel: 'EMAIL' }],
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('202 replaces a waiting message whose tries have failed, and no other', async () => {
    const { id } = await invited({ dispatch: ['EMAIL'] });
    await change(id, { 'deliveries.0.error': 'mail_server_unavailable' });
    const { body } = await resend(id);
    expect(body.invite.deliveries).toMatchObject([
      { status: 'FAILED', error: 'sent_again' },
      { status: 'QUEUED', error: null },
    ]);
    const other = await invited({ dispatch: ['EMAIL'] });
    const again = await resend(other.id);
    expect(again.body.invite.deliveries.map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED']);
  });

  test.each(['by its id', 'by its token'] as const)('202 on every spelling of the path, %s', async (by) => {
    const ways: ((name: string, named: object) => [string, object])[] = [
      (name) => [`onboarding/invites/${name}/resend`, {}],
      (name) => [`onboarding/invite/${name}/resend`, {}],
      (_name, named) => ['onboarding/resend', named],
    ];
    for (const way of ways) {
      const { id, token } = await invited();
      const [name, named] = by === 'by its id' ? [id, { inviteId: id }] : [token ?? '', { token }];
      const { status, body } = await post(...way(name, named));
      expect([status, body.invite.id, body.invite.deliveries.length]).toEqual([202, id, 1]);
    }
  });

  test('rotate creates a new link, and the old token answers 404', async () => {
    const first = await invited();
    const { body } = await resend(first.id, { rotate: true });
    expect(body.invite.token).not.toBe(first.token);
    expect(await stored(first.id)).toMatchObject({ tokenVersion: 2, status: 'PENDING' });
    expect((await post(`onboarding/invites/${first.token}/dispatch`, {})).status).toBe(404);
    expect((await post(`onboarding/invites/${body.invite.token}/dispatch`, {})).status).toBe(202);
  });

  test.each([
    ['stored as expired', expire, ['created', 'resent']],
    ['not yet stored as expired', lapse, ['created', 'expired', 'resent']],
  ])('an expired invite, %s, is reopened with a new link', async (_what, end, events) => {
    const first = await invited();
    await end(first.id);
    await change(first.id, { renewalRequestedAt: new Date() });
    const { status, body } = await resend(first.token ?? '');
    expect(status).toBe(202);
    expect(body.invite).toMatchObject({ status: 'PENDING', expiredReason: null, renewalRequestedAt: null });
    expect(body.invite.token).not.toBe(first.token);
    expect(await eventsOf(first.id)).toEqual(events);
    const again = await invite({ unitId: first.unitId, inviteeEmail: first.inviteeEmail });
    expect([again.status, again.body.invite.id]).toEqual([200, first.id]);
  });
});

describe('an expired invite is not reopened', () => {
  test('409 invite_superseded while a newer invite is pending, 202 after its expiry', async () => {
    const older = await invited();
    await expire(older.id);
    const newer = await invited({ unitId: older.unitId, inviteeEmail: older.inviteeEmail });
    expect((await refusedResend(older.id)).outcome).toBe('409 invite_superseded');
    expect(await stored(older.id)).toMatchObject({ status: 'EXPIRED', version: older.version });
    await lapse(newer.id);
    expect((await resend(older.id)).status).toBe(202);
    expect(await eventsOf(newer.id)).toEqual(['created', 'expired']);
    expect((await refusedResend(newer.id)).outcome).toBe('409 invite_superseded');
  });

  test('409 already_resident when the person has moved in', async () => {
    const { id, unitId, inviteeEmail } = await invited();
    await expire(id);
    const user = await addUser(admin, caller, { email: inviteeEmail, status: 'ACTIVE' });
    expect((await post(`users/${user.id}/residences`, { unitId })).status).toBe(201);
    expect((await refusedResend(id)).outcome).toBe('409 already_resident');
  });

  test('409 invite_revoked when its unit was deleted', async () => {
    const { id, unitId } = await invited();
    await expire(id);
    expect((await admin.call('DELETE', `/api/admin/units/${unitId}`, { as: caller })).status).toBe(204);
    expect((await refusedResend(id)).outcome).toBe('409 invite_revoked');
  });
});

describe('limits', () => {
  test('429 within a minute of the last resend; a dispatch does not count', async () => {
    const { id } = await invited({ dispatch: ['EMAIL'] });
    expect((await resend(id)).status).toBe(202);
    const { outcome, retryAfter } = await refusedResend(id);
    expect(outcome).toBe('429 rate_limited');
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    await change(id, { resends: [ago(minute)] });
    expect((await resend(id)).status).toBe(202);
  });

  test('429 after five resends within 24 hours, until the first is a day old', async () => {
    const { id } = await invited();
    await change(id, { resends: [23, 20, 10, 5, 1].map((hours) => ago(hours * hour)) });
    const { outcome, retryAfter } = await refusedResend(id);
    expect(outcome).toBe('429 rate_limited');
    expect(retryAfter).toBeGreaterThan(3500);
    expect(retryAfter).toBeLessThanOrEqual(3600);
    await change(id, { resends: [24, 20, 10, 5, 1].map((hours) => ago(hours * hour)) });
    expect((await resend(id)).status).toBe(202);
    expect((await stored(id))?.resends).toHaveLength(5);
  });

  test('are checked after the state and the channels', async () => {
    const { id } = await invited();
    await change(id, { resends: [ago(0)], status: 'ACCEPTED', pendingKey: null });
    expect((await refusedResend(id)).outcome).toBe('409 invite_already_accepted');
    const other = await invited();
    await change(other.id, { resends: [ago(0)] });
    expect((await refusedResend(other.id, { channels: ['SMS'] })).outcome).toBe('422 contact_missing');
  });

  test('admit one of fifty concurrent resends, with one delivery', async () => {
    const { id } = await invited();
    const answers = await Promise.all(Array.from({ length: 50 }, () => resend(id)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([202, ...Array.from({ length: 49 }, () => 429)]);
    expect((await stored(id))?.deliveries).toHaveLength(1);
    expect(await eventsOf(id)).toEqual(['created', 'resent']);
  });

  test('do not apply to a repeat with the same Idempotency-Key, which gets the first answer', async () => {
    const { id } = await invited();
    const path = `/api/admin/onboarding/invites/${id}/resend`;
    const send = () =>
      admin.call(`POST`, path, { as: caller, body: {}, headers: { 'idempotency-key': 'k1' } });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

test('422 contact_missing for an invite without a contact', async () => {
  const { id } = (await invite({ unitId: await newUnit() })).body.invite;
  expect((await refusedResend(id)).outcome).toBe('422 contact_missing');
});
