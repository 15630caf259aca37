import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel } from '@pas/shared/models/account';
import { InviteModel } from '@pas/shared/models/invite';
import { UnitModel } from '@pas/shared/models/unit';
import { hasRingingPhone } from '@pas/shared/models/ringing-phone';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  addUser,
  newEmail,
  portalUrl,
  publicKey,
  signUpBody,
  startResident,
  type SignInResult,
} from './resident-harness.ts';

const service = await startResident();

const signUp = (body: unknown) => service.call<SignInResult>('POST', '/api/v1/auth/signup', { body });

/** Returns whether calls ring the phone of a resident. */
async function ringsAt({ id, tenantId }: SignInResult['resident']): Promise<boolean> {
  const user = await UserModel.findOne({ _id: id, tenantId }).lean<UserRow>();
  return user !== null && hasRingingPhone(user);
}

describe('201', () => {
  test('the sign-up creates the residence and accepts the invite', async () => {
    const home = await addHome();
    const email = newEmail();
    const invite = await addInvite(home, { inviteeEmail: email });

    const { status, headers, body } = await signUp(signUpBody(invite));

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 900,
      resident: {
        tenantId: home.tenantId,
        email,
        firstName: 'Jordan',
        lastName: 'Lee',
        status: 'ACTIVE',
        residences: [
          {
            unitId: home.unitId,
            unitLabel: 'Apt 4B',
            propertyName: 'Maple Court',
            role: 'PRIMARY',
            endsAt: null,
          },
        ],
      },
      memberships: [
        { userId: body.resident.id, tenantId: home.tenantId, tenantName: 'Maple Group', current: true },
      ],
    });
    expect(body.resident).toMatchObject({ version: 1 });
    expect(await InviteModel.findOne({ _id: invite._id, tenantId: home.tenantId }).lean()).toMatchObject({
      status: 'ACCEPTED',
      acceptedUserId: body.resident.id,
    });
    const unit = await UnitModel.findOne({ _id: home.unitId, tenantId: home.tenantId }).lean();
    expect(unit?.occupancy).toBe('OCCUPIED');
  });

  test('the token is a Core JWT of this environment’s portal', async () => {
    const { answer, as } = await addResident(service);

    const { payload, protectedHeader } = await jwtVerify(answer.token, publicKey, {
      issuer: portalUrl,
      audience: 'core',
      typ: 'at+jwt',
    });

    expect(protectedHeader.alg).toBe('Ed25519');
    expect(payload).toMatchObject({ sub: answer.resident.id, tid: as.tenantId, sid: as.sessionId });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  });

  test('one change stores events and one audit record, without contacts or tokens', async () => {
    const home = await addHome();
    const invite = await addInvite(home, { inviteeEmail: newEmail(), inviteePhone: '+12025550123' });

    const { body } = await signUp(signUpBody(invite));

    const rows = await OutboxModel.find({ tenantId: home.tenantId }).sort({ subject: 1 }).lean();
    expect(rows.map(({ subject }) => subject)).toEqual([
      'pas.v1.audit.record.submitted',
      'pas.v1.onboarding.invite.accepted',
      'pas.v1.onboarding.residence.started',
    ]);
    expect(rows[0]?.envelope.data).toMatchObject({
      action: 'invite.accepted',
      outcome: 'SUCCESS',
      actor: { type: 'RESIDENT', id: body.resident.id, name: null },
      targets: [
        { type: 'invite', id: invite._id },
        { type: 'user', id: body.resident.id },
        { type: 'unit', id: home.unitId },
      ],
    });
    const written = JSON.stringify(rows);
    for (const secret of [
      invite.token,
      String(invite.inviteeEmail),
      '+12025550123',
      'Jordan',
      'correct horse',
    ]) {
      expect(written).not.toContain(secret);
    }
  });

  test('sent contacts override the invite’s, and a national number uses the property’s country', async () => {
    const invite = await addInvite(await addHome(), {
      inviteeEmail: newEmail(),
      inviteePhone: '+12025550123',
    });
    const email = newEmail();

    const { status, body } = await signUp(signUpBody(invite, { email, phone: '(202) 555-0199' }));

    expect(status).toBe(201);
    expect(body.resident).toMatchObject({ email, phone: '+12025550199' });
    expect(await ringsAt(body.resident)).toBe(false);
  });

  test('a resident created by the property manager is reused and becomes ACTIVE', async () => {
    const home = await addHome();
    const email = newEmail();
    const known = await addUser(home.tenantId, { emailKey: email, firstName: 'J.' });

    const { body } = await signUp(signUpBody(await addInvite(home, { inviteeEmail: email })));

    expect(body.resident).toMatchObject({ id: known._id, status: 'ACTIVE', firstName: 'Jordan' });
    expect(await UserModel.countDocuments({ tenantId: home.tenantId })).toBe(1);
  });

  test('a resident with an invite not sent by mail is reused too', async () => {
    const home = await addHome();
    const email = newEmail();
    const known = await addUser(home.tenantId, { emailKey: email });
    const invite = await addInvite(home, { inviteeEmail: email, deliveries: [] });

    const { status, body } = await signUp(signUpBody(invite));

    expect([status, body.resident.id]).toEqual([201, known._id]);
  });

  test('a person with an account at another tenant signs up with its password and has both memberships', async () => {
    const first = await addResident(service);
    const home = await addHome();
    const invite = await addInvite(home, { inviteeEmail: first.email.toUpperCase() });

    const { status, body } = await signUp(signUpBody(invite));

    expect(status).toBe(201);
    expect(body.memberships.map(({ tenantId }) => tenantId)).toEqual([home.tenantId, first.home.tenantId]);
    expect(await AccountModel.countDocuments({ emailKey: first.email })).toBe(1);
  });

  test('null contacts default to those of the invite', async () => {
    const contacts = { inviteeEmail: newEmail(), inviteePhone: '+12025550123' };
    const invite = await addInvite(await addHome(), contacts);
    const { status, body } = await signUp(signUpBody(invite, { email: null, phone: null }));
    expect([status, body.resident]).toMatchObject([
      201,
      { email: contacts.inviteeEmail, phone: contacts.inviteePhone },
    ]);
    expect(await ringsAt(body.resident)).toBe(true);
  });

  test('the phone of an invite by a resident counts as claimed', async () => {
    const { home, answer } = await addResident(service);
    const createdBy = { type: 'RESIDENT', id: answer.resident.id, name: null };
    const contacts = { inviteeEmail: newEmail(), inviteePhone: '+12025550123', createdBy };
    const { body } = await signUp(signUpBody(await addInvite(home, contacts)));
    expect(await ringsAt(body.resident)).toBe(false);
  });

  test('unknown fields of newer apps are ignored', async () => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    expect((await signUp(signUpBody(invite, { marketingConsent: true }))).status).toBe(201);
  });

  test('the invite decides which role and language the resident has', async () => {
    const home = await addHome();
    const fields = { inviteeEmail: newEmail(), role: 'OCCUPANT' as const, locale: 'de-CH' };
    const { body } = await signUp(signUpBody(await addInvite(home, fields)));
    expect(body.resident).toMatchObject({ locale: 'de-CH', residences: [{ role: 'OCCUPANT' }] });
  });

  test('an invalid phone and a missing name are reported together', async () => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const { firstName: _left, ...sent } = signUpBody(invite);
    const { status, body } = await service.call('POST', '/api/v1/auth/signup', {
      body: { ...sent, phone: 'front desk' },
    });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body['errors']).toMatchObject([{ path: 'firstName' }, { path: 'phone', code: 'invalid_phone' }]);
  });

  test('other pending invites of the same person to the unit are superseded', async () => {
    const home = await addHome();
    const email = newEmail();
    const [used, other] = [
      await addInvite(home, { inviteeEmail: email }),
      await addInvite(home, { inviteeEmail: email }),
    ];

    await signUp(signUpBody(used));

    expect(await InviteModel.findOne({ _id: other._id, tenantId: home.tenantId }).lean()).toMatchObject({
      status: 'EXPIRED',
      expiredReason: 'SUPERSEDED',
    });
  });
});
