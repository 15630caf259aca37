import { OutboxModel } from '@pas/platform/events/outbox';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { RecipientQuotaModel } from '@pas/shared/models/recipient-quota';
import { TenantModel } from '@pas/shared/models/tenant';
import { describe, expect, test } from 'vitest';
import { addHome, addInvite, addUser, newEmail, startResident, type TestInvite } from './resident-harness.ts';

const service = await startResident();
const hourMs = 3_600_000;

const forgot = async (email: string) => {
  const { status } = await service.call('POST', '/api/v1/auth/password/forgot', { body: { email } });
  expect(status).toBe(202);
};

const deliveriesOf = async ({ _id, tenantId }: TestInvite) =>
  (await InviteModel.findOne({ _id, tenantId }).lean<InviteRow>())?.deliveries.map(({ status }) => status);

/** Adds a resident who has never signed up, with an invite that was mailed. */
async function addAwaited(fields: Partial<InviteRow> = {}) {
  const home = await addHome();
  const email = newEmail();
  const user = await addUser(home.tenantId, { email, emailKey: email });
  const invite = await addInvite(home, { inviteeEmail: email, ...fields });
  return { home, email, user, invite };
}

describe('a forgotten password of a resident who has never signed up', () => {
  test('sends the invite again, once a day, and counts towards no limit', async () => {
    const { email, invite, home } = await addAwaited();
    await forgot(email.toUpperCase());
    await forgot(email);
    expect(await deliveriesOf(invite)).toEqual(['SENT', 'QUEUED']);
    const { tenantId } = home;
    expect(await RecipientQuotaModel.countDocuments({ tenantId })).toBe(0);
    const events = await OutboxModel.find({ tenantId }).sort({ _id: 1 }).lean();
    expect(events.map(({ subject }) => subject).toSorted()).toEqual([
      'pas.v1.audit.record.submitted',
      'pas.v1.onboarding.invite.dispatched',
    ]);
    const dayAgo = new Date(Date.now() - 24 * hourMs);
    await InviteModel.updateOne({ _id: invite._id, tenantId }, { $set: { sentAgainAt: dayAgo } });
    await forgot(email);
    expect(await deliveriesOf(invite)).toEqual(['SENT', 'QUEUED', 'QUEUED']);
  });

  test('one of many concurrent requests sends it', async () => {
    const { email, invite } = await addAwaited();
    await Promise.all([forgot(email), forgot(email), forgot(email)]);
    expect(await deliveriesOf(invite)).toEqual(['SENT', 'QUEUED']);
  });

  test('sends the invite of a company although another one was deleted', async () => {
    const { email, invite } = await addAwaited();
    const gone = await addHome();
    await addUser(gone.tenantId, { email, emailKey: email });
    await TenantModel.updateOne({ _id: gone.tenantId }, { $set: { isLive: false } });
    await forgot(email);
    expect(await deliveriesOf(invite)).toEqual(['SENT', 'QUEUED']);
  });

  test('sends the newest of several invites', async () => {
    const { email, invite: newest, home } = await addAwaited();
    const createdAt = new Date(Date.now() - hourMs);
    const older = await addInvite(await addHome(home.tenantId), { inviteeEmail: email, createdAt });
    await forgot(email);
    expect([await deliveriesOf(newest), await deliveriesOf(older)]).toEqual([['SENT', 'QUEUED'], ['SENT']]);
  });
});

describe('a forgotten password sends no invite', () => {
  test.each<[string, Partial<InviteRow>]>([
    ['that was never mailed', { deliveries: [] }],
    ['that has expired', { expiresAt: new Date(Date.now() - hourMs) }],
    ['that was revoked', { status: 'EXPIRED', expiredReason: 'REVOKED' }],
  ])('%s', async (_what, fields) => {
    const { email, invite } = await addAwaited(fields);
    const before = await deliveriesOf(invite);
    await forgot(email);
    expect(await deliveriesOf(invite)).toEqual(before);
  });

  test('to somebody who is not a resident', async () => {
    const email = newEmail();
    const invite = await addInvite(await addHome(), { inviteeEmail: email });
    await forgot(email);
    expect(await deliveriesOf(invite)).toEqual(['SENT']);
  });

  test('in a suspended tenant', async () => {
    const { email, invite, home } = await addAwaited();
    await TenantModel.updateOne({ _id: home.tenantId }, { $set: { status: 'SUSPENDED' } });
    await forgot(email);
    expect(await deliveriesOf(invite)).toEqual(['SENT']);
  });
});
