import { OutboxModel } from '@pas/platform/events/outbox';
import { InviteModel } from '@pas/shared/models/invite';
import { AccountModel } from '@pas/shared/models/account';
import { UserModel } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { InvitePreview } from '../src/resources/invites/invite-preview.schema.ts';
import {
  addHome,
  addInvite,
  addResident,
  addTenant,
  addUser,
  newEmail,
  startResident,
  type SignInResult,
  type TestInvite,
  type TestResident,
} from './resident-harness.ts';

const service = await startResident();

type Preview = { invite: z.output<typeof InvitePreview> };

const storedInvite = async ({ _id, tenantId }: TestInvite) => InviteModel.findOne({ _id, tenantId }).lean();

describe('reading an invite', () => {
  const preview = (token: string) => service.call<Preview>('GET', `/api/v1/auth/invites/${token}`);
  const refusedLook = (token: string) => service.call('GET', `/api/v1/auth/invites/${token}`);

  test('200: shows the home and masked contacts', async () => {
    const fields = { inviteeEmail: 'jordan@example.test', inviteePhone: '+12025550123' };
    const invite = await addInvite(await addHome(), fields);

    const { status, body, headers } = await preview(invite.token);

    expect(status).toBe(200);
    expect(body).toEqual({
      invite: {
        status: 'PENDING',
        expiresAt: invite.expiresAt.toISOString(),
        propertyName: 'Maple Court',
        unitLabel: 'Apt 4B',
        inviteeEmail: 'j•••@example.test',
        inviteePhone: '••• 23',
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('200: ten concurrent reads accept nothing and publish one event', async () => {
    const invite = await addInvite(await addHome());
    const previews = await Promise.all(Array.from({ length: 10 }, async () => preview(invite.token)));

    expect(previews.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const stored = await storedInvite(invite);
    expect(stored).toMatchObject({ status: 'PENDING', version: 1 });
    expect(stored?.previewedAt).toBeInstanceOf(Date);
    const events = await OutboxModel.find({ tenantId: invite.tenantId }).lean();
    expect(events.map(({ subject }) => subject)).toEqual(['pas.v1.onboarding.invite.previewed']);
  });

  test('403: an invite of a suspended tenant; a dead one stays 410', async () => {
    const home = await addHome(await addTenant('SUSPENDED'));
    const { status, body } = await refusedLook((await addInvite(home)).token);
    expect([status, body.code]).toEqual([403, 'tenant_suspended']);
    const dead = await addInvite(home, { expiresAt: new Date(Date.now() - 1000) });
    expect((await refusedLook(dead.token)).body.code).toBe('invite_expired');
  });

  test('404: an unknown token, and the id of an invite', async () => {
    const { _id } = await addInvite(await addHome());
    expect((await refusedLook(_id)).status).toBe(404);
    expect((await refusedLook('A'.repeat(43))).status).toBe(404);
  });

  test('410: a dead invite states why it ended', async () => {
    const invite = await addInvite(await addHome(), { expiresAt: new Date(Date.now() - 1000) });
    const { status, body } = await refusedLook(invite.token);
    expect([status, body.code]).toEqual([410, 'invite_expired']);
    expect(body['invite']).toEqual({ status: 'EXPIRED', expiresAt: invite.expiresAt.toISOString() });
  });
});

describe('accepting an invite while signed in', () => {
  const accept = ({ as }: TestResident, { token }: TestInvite) =>
    service.call<Preview & SignInResult>('POST', `/api/v1/invites/${token}/accept`, { as });
  const refusedAccept = ({ as }: TestResident, { token }: TestInvite) =>
    service.call('POST', `/api/v1/invites/${token}/accept`, { as });

  test('200: a second unit of the same tenant', async () => {
    const me = await addResident(service);
    const home = await addHome(me.home.tenantId);

    const { status, body } = await accept(
      me,
      await addInvite(home, { inviteeEmail: me.email.toUpperCase() }),
    );

    expect(status).toBe(200);
    expect(body.invite.status).toBe('ACCEPTED');
    expect(body.resident.residences.map(({ unitId }) => unitId)).toEqual([me.home.unitId, home.unitId]);
  });

  test('200: another tenant’s invite adds a membership there', async () => {
    const me = await addResident(service);
    const home = await addHome();

    const { body } = await accept(me, await addInvite(home, { inviteeEmail: me.email }));

    expect(body.resident.id).toBe(me.answer.resident.id);
    expect(body.memberships.map(({ tenantId, current }) => [tenantId, current])).toEqual([
      [me.home.tenantId, true],
      [home.tenantId, false],
    ]);
    const user = await UserModel.findOne({ tenantId: home.tenantId }).lean();
    expect(user).toMatchObject({ email: me.email, firstName: 'Jordan', status: 'ACTIVE' });
  });

  test('200: an invite to the caller’s own phone, and one without a recipient', async () => {
    const me = await addResident(service);
    const { id, tenantId } = me.answer.resident;
    const user = await UserModel.findOne({ _id: id, tenantId }).orFail().lean();
    await UserModel.replaceOne({ _id: id, tenantId }, { ...user, phone: '+12025550123' });
    const byPhone = await addInvite(await addHome(), { inviteePhone: '+12025550123' });
    const open = await addInvite(await addHome());
    expect((await accept(me, byPhone)).status).toBe(200);
    expect((await accept(me, open)).status).toBe(200);
  });

  test('200: writes the account, so that an erasure that removes it conflicts', async () => {
    const me = await addResident(service);
    const account = () => AccountModel.findOne({ emailKey: me.email }).orFail().lean();
    const { updatedAt } = await account();
    expect((await accept(me, await addInvite(await addHome()))).status).toBe(200);
    expect((await account()).updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
  });

  test('200: concurrent repeats get the same answer and have one effect', async () => {
    const me = await addResident(service);
    const home = await addHome(me.home.tenantId);
    const invite = await addInvite(home, { inviteeEmail: me.email });

    const answers = await Promise.all(Array.from({ length: 10 }, async () => accept(me, invite)));

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const { body } = await accept(me, invite);
    expect(body.resident.residences).toHaveLength(2);
    const accepted = { 'envelope.subject': invite._id, subject: 'pas.v1.onboarding.invite.accepted' };
    expect(await OutboxModel.countDocuments(accepted)).toBe(1);
  });

  test('401: an anonymous caller', async () => {
    const invite = await addInvite(await addHome());
    expect((await service.call('POST', `/api/v1/invites/${invite.token}/accept`)).status).toBe(401);
  });

  test('403: an invite for another recipient, which stays unchanged', async () => {
    const me = await addResident(service);
    const invite = await addInvite(await addHome(), {
      inviteeEmail: newEmail(),
      inviteePhone: '+12025550199',
    });

    const { status, body } = await refusedAccept(me, invite);

    expect([status, body.code]).toEqual([403, 'invite_recipient_mismatch']);
    expect((await storedInvite(invite))?.status).toBe('PENDING');
  });

  test('403: an invite of a suspended tenant, and one for a disabled person', async () => {
    const me = await addResident(service);
    const suspended = await addInvite(await addHome(await addTenant('SUSPENDED')));
    const home = await addHome();
    await addUser(home.tenantId, { emailKey: me.email, status: 'DISABLED' });
    const disabled = await addInvite(home, { inviteeEmail: me.email });

    expect((await refusedAccept(me, suspended)).body.code).toBe('tenant_suspended');
    expect((await refusedAccept(me, disabled)).body.code).toBe('resident_disabled');
    expect((await storedInvite(disabled))?.status).toBe('PENDING');
  });

  test('409: another resident there has the same e-mail, which the invite doesn’t prove', async () => {
    const me = await addResident(service);
    const home = await addHome();
    await addUser(home.tenantId, { emailKey: me.email });
    const { status, body } = await refusedAccept(me, await addInvite(home));
    expect([status, body.code]).toEqual([409, 'account_exists']);
  });

  test('410: an invite that another person used', async () => {
    const [me, other] = [await addResident(service), await addResident(service)];
    const invite = await addInvite(await addHome());
    await accept(other, invite);
    const { status, body } = await refusedAccept(me, invite);
    expect([status, body.code]).toEqual([410, 'invite_accepted']);
  });
});
