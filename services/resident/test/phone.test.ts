import { OutboxModel } from '@pas/platform/events/outbox';
import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import { InviteModel } from '@pas/shared/models/invite';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { ContactCodeModel, type ContactCodeRow } from '@pas/shared/models/contact-code';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import { addResident, phoneCodeSecret, startResident, type SignInResult } from './resident-harness.ts';

const service = await startResident();
beforeEach(async () => {
  await PasswordFailureModel.deleteMany({});
});

const codes = createContactCodes(phoneCodeSecret);
type CodeAnswer = {
  phoneVerification: { phone: string; expiresAt: string };
  code?: string;
  errors?: unknown;
};

const ask = (as: Principal, phone: string) =>
  service.call<CodeAnswer>('POST', '/api/v1/me/phone', { as, body: { phone } });
const verify = (as: Principal, code: string) =>
  service.call<Pick<SignInResult, 'resident'> & { code: string; errors: unknown }>(
    'POST',
    '/api/v1/me/phone/verify',
    { as, body: { code } },
  );
const requestsOf = (as: Principal) =>
  ContactCodeModel.find({ tenantId: as.tenantId ?? '', userId: as.id ?? '' })
    .sort({ createdAt: 1, _id: 1 })
    .lean<ContactCodeRow[]>();
const newestCode = async (as: Principal): Promise<string> => {
  const newest = (await requestsOf(as)).at(-1);
  return newest ? codes.codeOf(newest) : '';
};
/** Returns six digits that differ from the code. */
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const phoneOf = async (as: Principal) =>
  (await UserModel.findOne({ _id: as.id ?? '', tenantId: as.tenantId ?? '' }).lean())?.phone;

describe('requesting a code', () => {
  test('202: parses a national phone by the country of the home, and queues one text message', async () => {
    const { as, home } = await addResident(service);

    const { status, body } = await ask(as, '(202) 555-0188');

    expect(status).toBe(202);
    const [row, ...more] = await requestsOf(as);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ channel: 'SMS', to: '+12025550188', tries: 0, sentAt: null });
    expect(row).toMatchObject({ propertyId: home.propertyId });
    expect(body).toEqual({
      phoneVerification: { phone: '+12025550188', expiresAt: row?.expiresAt.toISOString() },
    });
    expect(await phoneOf(as)).toBeNull();
    const events = await OutboxModel.find({
      tenantId: home.tenantId,
      subject: 'pas.v1.identity.code.requested',
    }).lean();
    expect(events.map(({ envelope }) => envelope.data)).toEqual([{ aggregateVersion: 1, codeId: row?._id }]);
  });

  test('neither the row nor the event has the code', async () => {
    const { as, home } = await addResident(service);
    await ask(as, '+12025550188');
    const kept = JSON.stringify([
      await requestsOf(as),
      await OutboxModel.find({ tenantId: home.tenantId, subject: /code/ }).lean(),
    ]);
    expect(kept).not.toContain(`"${await newestCode(as)}"`);
  });

  test('422: an impossible phone', async () => {
    const { as } = await addResident(service);
    const { status, body } = await ask(as, 'front desk');
    expect([status, body.errors]).toMatchObject([422, [{ path: 'phone', code: 'invalid_phone' }]]);
  });

  test('422 premium_number: a premium number, without a code', async () => {
    const { as } = await addResident(service);
    for (const phone of ['+19005550123', '(900) 555-0123']) {
      const { status, body } = await ask(as, phone);
      expect([status, body]).toMatchObject([422, { code: 'premium_number', errors: [{ path: 'phone' }] }]);
    }
    expect(await requestsOf(as)).toEqual([]);
  });

  test('429: a sixth code for a person, and for a phone by another person', async () => {
    const { as } = await addResident(service);
    for (let text = 0; text < 5; text += 1) expect((await ask(as, '+12025550101')).status).toBe(202);
    const sixth = await ask(as, '+12025550102');
    expect([sixth.status, Number(sixth.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const other = await addResident(service);
    expect((await ask(other.as, '+12025550101')).status).toBe(429);
    expect((await ask(other.as, '+12025550103')).status).toBe(202);
  });

  test('202: requests by others do not block a phone set by staff, unlike a claimed one', async () => {
    const [me, other] = [await addResident(service), await addResident(service)];
    const phone = '+12025550133';
    const own = { _id: me.as.id ?? '', tenantId: me.home.tenantId };
    const setPhone = async (fields: Partial<UserRow>) => {
      const user = await UserModel.findOne(own).orFail().lean();
      await UserModel.replaceOne(own, { ...user, ...fields });
    };
    for (let text = 0; text < 5; text += 1) expect((await ask(other.as, phone)).status).toBe(202);
    expect((await ask(me.as, phone)).status).toBe(429);
    await setPhone({ phone, claimedPhone: phone });
    expect((await ask(me.as, phone)).status).toBe(429);
    await setPhone({ claimedPhone: null });
    expect((await ask(me.as, phone)).status).toBe(202);
  });

  test('429 recipient_limit_reached: an eleventh text message in a day, which stores nothing', async () => {
    const { as, home } = await addResident(service);
    const phone = '+12025550199';
    for (let text = 0; text < 10; text += 1) {
      // Removes the count of the hourly limit of codes.
      await PasswordFailureModel.deleteMany({});
      expect((await ask(as, phone)).status).toBe(202);
    }
    await PasswordFailureModel.deleteMany({});
    const eleventh = await ask(as, phone);
    expect([eleventh.status, eleventh.body.code]).toEqual([429, 'recipient_limit_reached']);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await requestsOf(as)).toHaveLength(10);
    const path = `/api/v1/units/${home.unitId}/occupants`;
    const invited = await service.call<CodeAnswer>('POST', path, { as, body: { phone } });
    expect([invited.status, invited.body.code]).toEqual([429, 'recipient_limit_reached']);
    const { tenantId } = home;
    expect(await InviteModel.countDocuments({ tenantId, inviteePhone: phone })).toBe(0);
  });
});

describe('the code', () => {
  test('200: changes the phone once, with one audit record', async () => {
    const { as, home, answer } = await addResident(service);
    await ask(as, '+12025550177');
    const code = await newestCode(as);

    const { status, body } = await verify(as, `${code.slice(0, 3)} ${code.slice(3)}`);

    expect([status, body.resident.phone, body.resident.version]).toEqual([
      200,
      '+12025550177',
      answer.resident.version + 1,
    ]);
    expect(await phoneOf(as)).toBe('+12025550177');
    const records = await OutboxModel.find({
      tenantId: home.tenantId,
      subject: 'pas.v1.audit.record.submitted',
      'envelope.data.action': 'user.updated',
    }).lean();
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records)).not.toContain('+12025550177');
    const again = await verify(as, code);
    expect([again.status, again.body.errors]).toMatchObject([422, [{ path: 'code', code: 'code_invalid' }]]);
  });

  test('422: an old code after a newer one, and an expired code', async () => {
    const { as } = await addResident(service);
    await ask(as, '+12025550171');
    const old = await newestCode(as);
    await ask(as, '+12025550172');
    const newest = await newestCode(as);
    expect(old === newest || (await verify(as, old)).status === 422).toBe(true);
    const { _id = '' } = (await requestsOf(as)).at(-1) ?? {};
    const tenantId = as.tenantId ?? '';
    await ContactCodeModel.updateMany({ tenantId, _id }, { $set: { expiresAt: new Date() } });
    expect((await verify(as, newest)).status).toBe(422);
    expect(await phoneOf(as)).toBeNull();
  });

  test('422: a code of another person', async () => {
    const [one, other] = [await addResident(service), await addResident(service)];
    await ask(other.as, '+12025550160');
    expect((await verify(one.as, await newestCode(other.as))).status).toBe(422);
  });

  test('fifty concurrent guesses get five checks, and the correct code is then refused', async () => {
    const { as } = await addResident(service);
    await ask(as, '+12025550155');
    const code = await newestCode(as);
    const guesses = Array.from({ length: 50 }, async () => verify(as, otherThan(code)));
    for (const { status } of await Promise.all(guesses)) expect(status).toBe(422);
    expect((await requestsOf(as)).map(({ tries }) => tries)).toEqual([5]);
    expect((await verify(as, code)).status).toBe(422);
    expect(await phoneOf(as)).toBeNull();
  });

  test('five concurrent correct codes change the phone once', async () => {
    const { as, home } = await addResident(service);
    await ask(as, '+12025550144');
    const code = await newestCode(as);
    const answers = await Promise.all(Array.from({ length: 5 }, async () => verify(as, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const user = await UserModel.findOne({ _id: as.id ?? '', tenantId: home.tenantId }).lean();
    expect(user?.phone).toBe('+12025550144');
  });

  test('401: an anonymous caller', async () => {
    const body = { code: '123456' };
    expect((await service.call('POST', '/api/v1/me/phone/verify', { body })).status).toBe(401);
  });
});
