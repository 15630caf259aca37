import { InviteModel } from '@pas/shared/models/invite';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { OutboxModel } from '@pas/platform/events/outbox';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { invite, newUnit, tenantId } = await inviteSupport(admin, caller);

type Preview = {
  message: { to: string; subject?: string; text: string; html?: string; locale: string; segments?: number };
};

const preview = (id: string, body: unknown, as = caller) =>
  admin.call<Preview>('POST', `/api/admin/onboarding/invites/${id}/preview-message`, { as, body });

const newInvite = async (fields: object = {}): Promise<InviteAnswer['invite']> => {
  const body = {
    unitId: await newUnit(),
    inviteeEmail: 'jordan@example.test',
    inviteePhone: '+12025550123',
    ...fields,
  };
  return (await invite(body)).body.invite;
};

describe('POST /api/admin/onboarding/invites/{idOrToken}/preview-message', () => {
  test('200 shows the mail with its link and a masked address', async () => {
    const { id, inviteUrl } = await newInvite();
    const { status, body, headers } = await preview(id, { channel: 'EMAIL' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(body.message).toMatchObject({
      to: 'j•••@example.test',
      locale: 'en',
      subject: 'Your invite to Harbor View',
    });
    for (const part of [body.message.text, body.message.html]) expect(part).toContain(inviteUrl);
    expect(body.message).not.toHaveProperty('segments');
  });

  test('200 shows the text with its parts', async () => {
    const { id, token, inviteUrl } = await newInvite();
    const { body } = await preview(id, { channel: 'SMS' });
    expect(body.message).toMatchObject({ to: '••• 23', segments: 2, locale: 'en' });
    expect(body.message.text).toContain(inviteUrl);
    expect(body.message).not.toHaveProperty('html');
    expect((await preview(token ?? '', { channel: 'SMS' })).body).toEqual(body);
  });

  test.each([
    ['de-AT', {}, 'de'],
    ['ja', {}, 'en'],
    ['ja', { locale: 'fr' }, 'fr'],
    [undefined, { locale: 'fr' }, 'fr'],
    ['es', { locale: 'fr' }, 'es'],
  ])('200 in the requested language, else in that of the invite: %j, %j', async (locale, fields, wanted) => {
    const { id } = await newInvite(fields);
    const { body } = await preview(id, { channel: 'EMAIL', ...(locale !== undefined && { locale }) });
    expect(body.message.locale).toBe(wanted);
    expect(body.message.html).toContain(`<html lang="${wanted}"`);
  });

  test('nothing is sent, queued or changed', async () => {
    const { id } = await newInvite();
    const stored = () => InviteModel.findOne({ _id: id, tenantId }).lean();
    const counts = async () => [
      await OutboxModel.countDocuments({ tenantId }),
      await OutgoingMessageModel.countDocuments({ tenantId }),
    ];
    const [before, counted] = [await stored(), await counts()];
    await preview(id, { channel: 'EMAIL' });
    await preview(id, { channel: 'SMS' });
    expect([await stored(), await counts()]).toEqual([before, counted]);
  });

  test('403 for callers without access to the link', async () => {
    const { id } = await newInvite();
    const reader = { ...caller, scopes: ['onboarding:read'] };
    expect(await preview(id, { channel: 'EMAIL' }, reader)).toMatchObject({ status: 403 });
  });

  test('404 for an unknown invite', async () => {
    expect((await preview('x'.repeat(43), { channel: 'EMAIL' })).status).toBe(404);
  });

  test.each([
    [{ status: 'ACCEPTED' }, 'invite_already_accepted'],
    [{ expiresAt: new Date(0) }, 'invite_expired'],
    [{ status: 'EXPIRED', expiredReason: 'REVOKED' }, 'invite_revoked'],
  ] as const)('409 for an invite that is %o', async (state, code) => {
    const { id } = await newInvite();
    await InviteModel.updateOne({ _id: id, tenantId }, { $set: { ...state, pendingKey: null } });
    expect(await preview(id, { channel: 'EMAIL' })).toMatchObject({ status: 409, body: { code } });
  });

  test('422 without a contact for the channel', async () => {
    const { id } = (await invite({ unitId: await newUnit(), inviteePhone: '+12025550123' })).body.invite;
    const answer = await preview(id, { channel: 'EMAIL' });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'channel', code: 'contact_missing' }] },
    });
  });
});
