import { OutboxModel } from '@pas/platform/events/outbox';
import { InviteModel } from '@pas/shared/models/invite';
import { UnitModel } from '@pas/shared/models/unit';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;

const invitePath = '/api/admin/onboarding/invite';
const invite = (body: unknown, as = caller) => admin.call<InviteAnswer>('POST', invitePath, { as, body });
const tenantId = (): string => caller.tenantId ?? '';

async function eventsOf(inviteId: string): Promise<string[]> {
  const rows = await OutboxModel.find({ 'envelope.subject': inviteId }).sort({ _id: 1 }).lean();
  return rows.map(({ subject }) => subject);
}

describe('POST /api/admin/onboarding/invite', () => {
  test('404 for a unit of another property than the one named with it, and nobody is invited', async () => {
    const other = await addProperty(admin, caller, 'Elsewhere');
    const inviteeEmail = 'elsewhere@example.test';
    expect((await invite({ unitId, propertyId: other.id, inviteeEmail })).status).toBe(404);
    expect(await InviteModel.countDocuments({ tenantId: tenantId(), inviteeEmail })).toBe(0);
    expect((await invite({ unitId, propertyId, inviteeEmail })).status).toBe(201);
  });

  test('201 answers a link whose token the database stores as a hash', async () => {
    const { status, body } = await invite({
      unitId,
      inviteeEmail: 'Jordan@Example.test',
      inviteeName: 'Jordan',
    });
    expect(status).toBe(201);
    expect(body.invite).toMatchObject({
      status: 'PENDING',
      propertyId,
      unitId,
      inviteeEmail: 'Jordan@Example.test',
    });
    expect(body.invite.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(body.invite.inviteUrl).toBe(`http://portal.test/join/${body.invite.token}`);
    const stored = await InviteModel.findOne({ _id: body.invite.id, tenantId: tenantId() }).lean();
    expect(JSON.stringify(stored)).not.toContain(body.invite.token);
  });

  test('200 answers the pending invite unchanged for the same unit and e-mail in another spelling', async () => {
    const first = await invite({ unitId, inviteeEmail: 'same@example.test' });
    const again = await invite({
      unitId,
      inviteeEmail: 'SAME@example.test',
      inviteeName: 'Other',
    });
    expect(again.status).toBe(200);
    expect(again.body.invite).toEqual(first.body.invite);
  });

  test('one invite and one 201 for fifty concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => invite({ unitId, inviteeEmail: 'race@example.test' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map(({ body }) => body.invite.id)).size).toBe(1);
  });

  test('a new invite for each request without a contact', async () => {
    const [one, two] = [await invite({ unitId }), await invite({ unitId })];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.invite.id).not.toBe(two.body.invite.id);
  });

  test('an expired row does not block, and its end is published once', async () => {
    const first = await invite({ unitId, inviteeEmail: 'late@example.test', expiresInHours: 1 });
    const filter = { _id: first.body.invite.id, tenantId: tenantId() };
    await InviteModel.updateOne(filter, { $set: { expiresAt: new Date(Date.now() - 1000) } });
    const second = await invite({ unitId, inviteeEmail: 'late@example.test' });
    expect(second.status).toBe(201);
    expect(await eventsOf(first.body.invite.id)).toContain('pas.v1.onboarding.invite.expired');
    const read = await admin.call<InviteAnswer>(
      'GET',
      `/api/admin/onboarding/invites/${first.body.invite.id}`,
      { as: caller },
    );
    expect(read.body.invite).toMatchObject({ status: 'EXPIRED', expiredReason: 'TTL' });
  });

  test('a unit named by its label is created and recorded with the invite', async () => {
    const { status, body } = await invite({
      propertyId,
      unitLabel: 'Apt 11',
      inviteeEmail: 'new-unit@example.test',
    });
    expect(status).toBe(201);
    expect(await UnitModel.countDocuments({ tenantId: tenantId(), propertyId, labelKey: '11' })).toBe(1);
    const [record] = await OutboxModel.find({
      'envelope.data.targets.id': body.invite.id,
      subject: 'pas.v1.audit.record.submitted',
    }).lean();
    expect(record?.envelope.data['targets']).toEqual([
      { type: 'invite', id: body.invite.id },
      { type: 'unit', id: body.invite.unitId },
    ]);
    const made = { path: 'unit.label', before: null, after: 'Apt 11' };
    expect(record?.envelope.data['changes']).toContainEqual(made);
  });

  test('a refused invite leaves nothing behind', async () => {
    const answer = await admin.call('POST', invitePath, {
      as: caller,
      body: { propertyId, unitLabel: 'Never made', inviteePhone: '12' + '3'.repeat(18) },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'inviteePhone', code: 'invalid_phone' }] },
    });
    expect(await UnitModel.countDocuments({ tenantId: tenantId(), labelKey: 'NEVERMADE' })).toBe(0);
  });

  test('a national phone number is read by the property’s country', async () => {
    const { body } = await invite({ unitId, inviteePhone: '(202) 555-0123' });
    expect(body.invite.inviteePhone).toBe('+12025550123');
  });

  test('422 for a unit named twice or not at all', async () => {
    const answer = await admin.call('POST', invitePath, { as: caller, body: {} });
    expect(answer.body['errors']).toMatchObject([{ path: 'unitId' }]);
    const both = await admin.call('POST', invitePath, { as: caller, body: { unitId, unitLabel: '4B' } });
    expect(both.body['errors']).toMatchObject([{ path: 'unitLabel' }]);
  });

  test('no event and no outbox row carries the token or a contact', async () => {
    const { body } = await invite({
      unitId,
      inviteePhone: '+12025550177',
      inviteeEmail: 'secret@example.test',
      dispatch: ['EMAIL'],
    });
    const rows = await OutboxModel.find({
      $or: [{ 'envelope.subject': body.invite.id }, { 'envelope.data.targets.id': body.invite.id }],
    }).lean();
    expect(rows).toHaveLength(3);
    const text = JSON.stringify(rows);
    for (const secret of [body.invite.token ?? '', '+12025550177', 'secret@example.test'])
      expect(text).not.toContain(secret);
  });
});

describe('dispatch', () => {
  const dispatch = (path: string, body?: unknown) =>
    admin.call<InviteAnswer>('POST', path, { as: caller, body });

  test('202 queues the mail once, by id, by token and by name in the body', async () => {
    const { body } = await invite({ unitId, inviteeEmail: 'mail@example.test' });
    const { id, token } = body.invite;
    const first = await dispatch(`/api/admin/onboarding/invites/${id}/dispatch`);
    expect(first.status).toBe(202);
    expect(first.body.invite.deliveries).toMatchObject([
      { channel: 'EMAIL', status: 'QUEUED', to: 'm•••@example.test' },
    ]);
    const others = [
      await dispatch(`/api/admin/onboarding/invite/${token}/dispatch`, {}),
      await dispatch('/api/admin/onboarding/dispatch', { inviteId: id }),
      await dispatch('/api/admin/onboarding/dispatch', { token, channels: ['EMAIL'] }),
    ];
    for (const other of others) {
      expect(other.status).toBe(202);
      expect(other.body.invite.deliveries).toEqual(first.body.invite.deliveries);
    }
    expect((await eventsOf(id)).filter((subject) => subject.endsWith('dispatched'))).toHaveLength(1);
  });

  test('one delivery for twenty concurrent dispatches', async () => {
    const { body } = await invite({ unitId, inviteeEmail: 'burst@example.test' });
    const path = `/api/admin/onboarding/invites/${body.invite.id}/dispatch`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => dispatch(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.flatMap((answer) => answer.body.invite.deliveries.map(({ id }) => id))).size).toBe(
      1,
    );
  });

  test('422 without any contact, or without one for the channel', async () => {
    const { body } = await invite({ unitId });
    const path = `/api/admin/onboarding/invites/${body.invite.id}/dispatch`;
    expect(await dispatch(path)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'contact_missing' }] },
    });
    const bySms = await dispatch(path, { channels: ['SMS'] });
    expect(bySms).toMatchObject({ status: 422, body: { errors: [{ code: 'contact_missing' }] } });
  });

  test.each([
    [{ status: 'ACCEPTED' }, 'invite_already_accepted'],
    [{ expiresAt: new Date(0) }, 'invite_expired'],
    [{ status: 'EXPIRED', expiredReason: 'REVOKED' }, 'invite_revoked'],
    [{ status: 'EXPIRED', expiredReason: 'SUPERSEDED' }, 'invite_superseded'],
  ] as const)('409 for an invite that is %o', async (state, code) => {
    const { body } = await invite({ unitId });
    await InviteModel.updateOne(
      { _id: body.invite.id, tenantId: tenantId() },
      { $set: { ...state, pendingKey: null } },
    );
    const answer = await dispatch(`/api/admin/onboarding/invites/${body.invite.id}/dispatch`, {
      channels: ['EMAIL'],
    });
    expect(answer).toMatchObject({ status: 409, body: { code } });
  });

  test('404 for an unknown token', async () => {
    expect((await dispatch(`/api/admin/onboarding/invites/${'x'.repeat(43)}/dispatch`)).status).toBe(404);
  });
});
