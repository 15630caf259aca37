import type { Problem } from '@pas/platform/http/render-error';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { eventsOf, inviteSupport, recordsOf } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, post, newUnit, invite } = await inviteSupport(admin, caller);

const invited = async (fields: object = {}) =>
  (await invite({ unitId: await newUnit(), inviteeEmail: 'robin@revoke.test', ...fields })).body.invite;
const change = async (id: string, fields: object) =>
  InviteModel.updateOne({ _id: id, tenantId }, { $set: fields });
const stored = async (id: string) => InviteModel.findOne({ _id: id, tenantId }).lean<InviteRow>();
const remove = <Answer = InviteAnswer>(id: string, headers: Record<string, string> = {}) =>
  admin.call<Answer>('DELETE', `/api/admin/onboarding/invites/${id}`, { as: caller, headers });

describe('revoking an invite', () => {
  test.each(['invites', 'invite'])('200 by id and by token at …/%s/…/revoke', async (word) => {
    for (const name of ['id', 'token'] as const) {
      const made = await invited();
      const { status, body } = await post(`onboarding/${word}/${made[name]}/revoke`, undefined);
      expect(status).toBe(200);
      expect(body.invite).toMatchObject({ id: made.id, status: 'EXPIRED', expiredReason: 'REVOKED' });
      expect(body.invite.revokedAt).not.toBeNull();
      expect(await eventsOf(made.id)).toEqual(['created', 'revoked']);
      const [, record] = await recordsOf(made.id);
      expect(record).toMatchObject({ action: 'invite.revoked', targets: [{ type: 'invite', id: made.id }] });
    }
  });

  test('DELETE answers the record, which stays readable', async () => {
    const { id } = await invited();
    const { status, body } = await remove(id);
    expect([status, body.invite.expiredReason]).toEqual([200, 'REVOKED']);
    const read = await admin.call<InviteAnswer>('GET', `/api/admin/onboarding/invites/${id}`, { as: caller });
    expect(read.body.invite).toEqual(body.invite);
  });

  test('412 for another version, without a change', async () => {
    const { id } = await invited();
    expect((await remove<Problem>(id, { 'if-match': '"7"' })).body.code).toBe('version_mismatch');
    expect(await stored(id)).toMatchObject({ status: 'PENDING' });
    expect((await remove(id, { 'if-match': '"1"' })).status).toBe(200);
  });

  test('the person can be invited again immediately', async () => {
    const { id, unitId } = await invited();
    await remove(id);
    expect((await invite({ unitId, inviteeEmail: 'robin@revoke.test' })).status).toBe(201);
  });

  test('fifty concurrent requests revoke it once', async () => {
    const { id } = await invited();
    const answers = await Promise.all(Array.from({ length: 50 }, () => remove(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await eventsOf(id)).toEqual(['created', 'revoked']);
    expect(await recordsOf(id)).toHaveLength(2);
  });
});

describe('an invite that has ended', () => {
  const lapsed = { expiresAt: new Date(0) };
  const ended = (expiredReason: string) => ({ status: 'EXPIRED', expiredReason, pendingKey: null });

  test.each([
    ['TTL', lapsed],
    ['TTL', ended('TTL')],
    ['REVOKED', ended('REVOKED')],
    ['SUPERSEDED', ended('SUPERSEDED')],
  ])('200 and unchanged: %s', async (expiredReason, fields) => {
    const { id } = await invited();
    await change(id, fields);
    const before = await stored(id);
    expect((await remove(id)).body.invite).toMatchObject({ status: 'EXPIRED', expiredReason });
    expect(await stored(id)).toEqual(before);
    expect(await eventsOf(id)).toEqual(['created']);
    expect(await recordsOf(id)).toHaveLength(1);
  });

  test('409 for an accepted one', async () => {
    const { id } = await invited();
    await change(id, { status: 'ACCEPTED', pendingKey: null });
    const { status, body } = await remove<Problem>(id);
    expect([status, body.code]).toEqual([409, 'invite_already_accepted']);
  });
});

test('403 for a caller that may only dispatch', async () => {
  const { id } = await invited();
  const as = { ...caller, scopes: ['onboarding:dispatch'] };
  expect((await post(`onboarding/invites/${id}/revoke`, undefined, as)).status).toBe(403);
  expect((await post(`onboarding/invites/${id}/resend`, {}, as)).status).toBe(202);
});
