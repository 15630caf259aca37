import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel } from '@pas/shared/models/account';
import { AccountNoticeModel } from '@pas/shared/models/account-notice';
import { PasskeyModel } from '@pas/shared/models/passkey';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { SessionModel } from '@pas/shared/models/session';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import { add, addPasskey, listPasskeys, prepare } from './passkey-support.ts';
import {
  addResident,
  password,
  portalUrl,
  principalOf,
  startResident,
  type SignInResult,
} from './resident-harness.ts';
import { createAuthenticator } from '@pas/testing/software-authenticator';

const service = await startResident();
beforeEach(async () => {
  await PasswordFailureModel.deleteMany({});
});

const remove = (as: Principal, id: string) => service.call('DELETE', `/api/v1/me/passkeys/${id}`, { as });

/** Makes the log-in of a session 16 minutes old. */
async function ageLogIn({ sessionId }: Principal): Promise<void> {
  const session = await SessionModel.findById(sessionId).lean();
  const aged = new Date((session?.absoluteExpiresAt.getTime() ?? 0) - 16 * 60_000);
  await SessionModel.updateOne({ _id: sessionId ?? '' }, { $set: { absoluteExpiresAt: aged } });
}

const recordsOf = async (userId: string, action: string) => {
  const records = await OutboxModel.find({
    subject: 'pas.v1.audit.record.submitted',
    'envelope.subject': userId,
    'envelope.data.action': action,
  }).lean();
  return records.map(({ envelope }) => envelope.data);
};

describe('options for a new passkey', () => {
  test('name the host of the portal, require a discoverable credential, and exclude known ones', async () => {
    const me = await addResident(service);
    const { passkey } = await addPasskey(service, me);
    const known = await PasskeyModel.findById(passkey.id).lean();
    const { status, body } = await prepare(service, me.as);
    expect(status).toBe(200);
    expect(body.options).toMatchObject({
      rp: { id: 'portal.test' },
      user: { name: me.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: known?.credentialId, type: 'public-key', transports: ['internal'] }],
    });
    expect(Buffer.from(body.options.challenge, 'base64url')).toHaveLength(32);
  });

  test('need the password or a log-in of the last 15 minutes', async () => {
    const { as } = await addResident(service);
    await ageLogIn(as);
    const tooOld = await prepare(service, as);
    expect([tooOld.status, tooOld.body.code]).toEqual([403, 'login_too_old']);
    const wrong = await prepare(service, as, { password: 'not the password' });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'invalid_current_password']);
    expect((await prepare(service, as, { password })).status).toBe(200);
  });

  test('need a log-in of the last 15 minutes for an account without a password', async () => {
    const { email, as } = await addResident(service);
    await AccountModel.updateOne({ emailKey: email }, { $set: { passwordHash: null } });
    expect((await prepare(service, as, { password })).status).toBe(200);
    await ageLogIn(as);
    const { status, body } = await prepare(service, as, { password });
    expect([status, body.code]).toEqual([403, 'login_too_old']);
  });

  test('are not renewed by a switch to another membership', async () => {
    const { as, answer } = await addResident(service);
    await ageLogIn(as);
    const switched = await service.call<SignInResult>('POST', '/api/v1/auth/switch', {
      as,
      body: { userId: answer.resident.id },
    });
    expect(switched.status).toBe(200);
    const { status, body } = await prepare(service, principalOf(switched.body));
    expect([status, body.code]).toEqual([403, 'login_too_old']);
  });

  test('are 429 after 20 requests', async () => {
    const { as } = await addResident(service);
    for (let time = 0; time < 20; time += 1) expect((await prepare(service, as)).status).toBe(200);
    const { status, headers } = await prepare(service, as);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

describe('201', () => {
  test('the passkey is listed with its name, and one audit record has no key', async () => {
    const { as } = await addResident(service);
    const { passkey } = await addPasskey(service, { as }, { name: 'Jordan’s phone' });
    expect(passkey).toMatchObject({
      name: 'Jordan’s phone',
      backedUp: true,
      transports: ['internal'],
      lastUsedAt: null,
    });
    expect((await listPasskeys(service, as)).body).toMatchObject({ passkeys: [passkey], total: 1 });
    const stored = await PasskeyModel.findById(passkey.id).lean();
    const records = await recordsOf(as.id ?? '', 'user.passkey_added');
    expect(records).toMatchObject([
      {
        actor: { type: 'RESIDENT', id: as.id },
        targets: [
          { type: 'user', id: as.id },
          { type: 'passkey', id: passkey.id },
        ],
      },
    ]);
    expect(JSON.stringify(records)).not.toContain(stored?.publicKey);
    expect(JSON.stringify(records)).not.toContain('Jordan');
  });

  test('a notice to the e-mail of the account is queued in the same change', async () => {
    const me = await addResident(service);
    await addPasskey(service, me);
    const { tenantId } = me.home;
    const notices = await AccountNoticeModel.find({ tenantId }).lean();
    expect(notices).toMatchObject([{ kind: 'PASSKEY_ADDED', to: me.email, userId: me.as.id, sentAt: null }]);
    const events = await OutboxModel.find({ subject: 'pas.v1.identity.notice.requested' }).lean();
    const ofNotice = events.filter(({ envelope }) => envelope.subject === notices[0]?._id);
    expect(ofNotice).toHaveLength(1);
  });

  test('an attestation statement is ignored, even with a certificate', async () => {
    const { as } = await addResident(service);
    // { fmt: "packed", attStmt: { alg: -7, sig: h'00', x5c: [h'00'] }, … }
    const attestation = Buffer.from(
      '63666d74667061636b65646761747453746d74a363616c672663736967410063783563814100',
      'hex',
    );
    const { body } = await prepare(service, as);
    const credential = createAuthenticator(portalUrl).create(body.options, { attestation });
    expect((await add(service, as, { challengeId: body.challengeId, credential })).status).toBe(201);
  });

  test('ten of twelve concurrent additions succeed', async () => {
    const { as } = await addResident(service);
    const prepared = await Promise.all(Array.from({ length: 12 }, async () => prepare(service, as)));
    const answers = await Promise.all(
      prepared.map(async ({ body: { options, challengeId } }) => {
        const credential = createAuthenticator(portalUrl).create(options);
        return add(service, as, { challengeId, credential });
      }),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(10).fill(201), 409, 409]);
    const { status, body } = await prepare(service, as);
    expect([status, body.code]).toEqual([409, 'passkey_limit_reached']);
  });
});

test('409 for a credential that an account has already', async () => {
  const authenticator = createAuthenticator(portalUrl);
  await addPasskey(service, await addResident(service), { authenticator });
  const { as } = await addResident(service);
  const { body } = await prepare(service, as);
  const { status, body: refusal } = await add(service, as, {
    challengeId: body.challengeId,
    credential: authenticator.create(body.options),
  });
  expect([status, refusal.code]).toEqual([409, 'already_exists']);
});

describe('DELETE', () => {
  test('the passkey leaves the list with one audit record, and is 404 afterwards', async () => {
    const { as } = await addResident(service);
    const { passkey } = await addPasskey(service, { as });
    expect((await remove(as, passkey.id)).status).toBe(204);
    expect((await listPasskeys(service, as)).body.total).toBe(0);
    expect((await remove(as, passkey.id)).status).toBe(404);
    const records = await recordsOf(as.id ?? '', 'user.passkey_removed');
    expect(records).toMatchObject([{ targets: [{ id: as.id }, { type: 'passkey', id: passkey.id }] }]);
  });

  test('the passkey of another person is 404 and stays', async () => {
    const [me, other] = [await addResident(service), await addResident(service)];
    const { passkey } = await addPasskey(service, other);
    expect((await remove(me.as, passkey.id)).status).toBe(404);
    expect((await listPasskeys(service, other.as)).body.total).toBe(1);
  });
});
