import { newId } from '@pas/shared/ids/id';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { residenceIn, userRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, propertyId, newUnit, invite } = await inviteSupport(admin, caller);
const unitId = await newUnit();

describe('reading invites', () => {
  test('token and link are null for a read-only caller', async () => {
    const { body } = await invite({ unitId, inviteeEmail: 'readonly@example.test' });
    const as = { ...caller, scopes: ['onboarding:read'] };
    const read = await admin.call<InviteAnswer>('GET', `/api/admin/onboarding/invites/${body.invite.id}`, {
      as,
    });
    expect(read.body.invite).toMatchObject({ token: null, inviteUrl: null, id: body.invite.id });
  });

  test('lists show token and link to callers that may send invites', async () => {
    const { body } = await invite({ unitId, inviteeEmail: 'listed@example.test' });
    const as = { ...caller, scopes: ['onboarding:read', 'onboarding:dispatch'] };
    const path = '/api/admin/onboarding/invites?q=listed';
    const list = await admin.call<{ invites: unknown[] }>('GET', path, { as });
    expect(list.body.invites).toEqual([body.invite]);
  });

  test('stuck lists invites not delivered, not opened for two days, or with a request for a new link', async () => {
    const make = async (name: string, fields: object) => {
      const { body } = await invite({ unitId, inviteeEmail: `${name}@stuck.test`, dispatch: ['EMAIL'] });
      await InviteModel.updateOne({ _id: body.invite.id, tenantId }, { $set: fields });
      return body.invite.id;
    };
    const longAgo = new Date(Date.now() - 49 * 3_600_000);
    const sent = { 'deliveries.0.status': 'SENT', lastSentAt: longAgo };
    const stuck = [
      await make('bounced', { 'deliveries.0.status': 'BOUNCED' }),
      await make('unopened', sent),
      await make('renewal', { status: 'EXPIRED', expiredReason: 'TTL', renewalRequestedAt: new Date() }),
    ];
    await make('opened', { ...sent, previewedAt: new Date() });
    await make('fresh', {});
    await make('accepted', { ...sent, status: 'ACCEPTED' });
    const path = '/api/admin/onboarding/invites?sort=createdAt&limit=200';
    const ids = async (query: string) => {
      const { body } = await admin.call<{ invites: { id: string }[] }>('GET', path + query, { as: caller });
      return body.invites.map(({ id }) => id);
    };
    expect(await ids('&stuck=true')).toEqual(stuck);
  });

  test('the list of a user has invites to the contacts and those of the residences', async () => {
    const [email, phone] = ['robin@person.test', '+12025550144'];
    const byMail = await invite({ unitId: await newUnit(), inviteeEmail: email });
    const byPhone = await invite({ unitId: await newUnit(), inviteePhone: phone });
    const earlier = await invite({ unitId, inviteeEmail: 'robin.before@person.test' });
    await invite({ unitId, inviteeEmail: 'robin@person.tests' });
    const residence = { ...residenceIn({ id: unitId, propertyId }), inviteId: earlier.body.invite.id };
    const user = userRow(tenantId, { email, emailKey: email, phone, residences: [residence] });
    await UserModel.insertMany([user]);
    const ids = async (as = caller) => {
      const path = `/api/admin/onboarding/invites?userId=${user._id}&sort=createdAt`;
      const { body } = await admin.call<{ invites: { id: string }[] }>('GET', path, { as });
      return body.invites.map(({ id }) => id);
    };
    const all = [byMail, byPhone, earlier].map(({ body }) => body.invite.id);
    expect(await ids()).toEqual(all);
    expect(await ids({ ...caller, propertyIds: [propertyId] })).toEqual(all);
    expect(await ids({ ...caller, propertyIds: [newId('property')] })).toEqual([]);
  });

  test('the list filters by the effective status', async () => {
    const lapsed = await invite({ unitId, inviteeEmail: 'lapsed@example.test', expiresInHours: 1 });
    const filter = { _id: lapsed.body.invite.id, tenantId };
    await InviteModel.updateOne(filter, { $set: { expiresAt: new Date(Date.now() - 1000) } });
    const ids = async (status: string) => {
      const path = `/api/admin/onboarding/invites?status=${status}&limit=200`;
      const { body } = await admin.call<{ invites: { id: string }[] }>('GET', path, { as: caller });
      return body.invites.map(({ id }) => id);
    };
    expect(await ids('EXPIRED')).toContain(lapsed.body.invite.id);
    expect(await ids('PENDING')).not.toContain(lapsed.body.invite.id);
  });
});
