import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel } from '@pas/shared/models/account';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { expect, test } from 'vitest';
import { age, newestCode, quota, requestsOf, startEmails, userOf } from './email-support.ts';
import { addResident, newEmail, password, principalOf, type SignInResult } from './resident-harness.ts';

const { service, ask, logIn } = await startEmails();

test('202: queues one mail to the new address; neither row nor event has the code', async () => {
  const { as, email: old, home } = await addResident(service);
  const email = `New.${newEmail()}`;

  const { status, body } = await ask(as, { email, password });

  const [row, ...more] = await requestsOf(as);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ channel: 'EMAIL', to: email, propertyId: home.propertyId, sentAt: null });
  const expiresAt = row?.expiresAt.toISOString();
  expect([status, body]).toEqual([202, { emailVerification: { email, expiresAt } }]);
  expect((await userOf(as))?.email).toBe(old);
  const events = await OutboxModel.find({ tenantId: home.tenantId, subject: /code/ }).lean();
  expect(events.map(({ envelope }) => envelope.data)).toEqual([{ aggregateVersion: 1, codeId: row?._id }]);
  expect(JSON.stringify([row, events])).not.toContain(`"${await newestCode(as)}"`);
});

test('202: a used address and an unused one get the same answer', async () => {
  const [me, other] = [await addResident(service), await addResident(service)];
  const answers = [await ask(me.as, { email: other.email, password })];
  answers.push(await ask(me.as, { email: newEmail(), password }));
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  const keys = answers.map(({ body }) => [Object.keys(body), Object.keys(body.emailVerification)]);
  expect(keys[0]).toEqual(keys[1]);
  expect(await requestsOf(me.as)).toHaveLength(2);
});

test('403 invalid_current_password: a wrong password counts as a failed log-in, also after a fresh log-in', async () => {
  const { as, email } = await addResident(service);
  for (let guess = 0; guess < quota.perAccount; guess += 1) {
    const { status, body } = await ask(as, { email: newEmail(), password: `wrong password ${guess}` });
    expect([status, body.code]).toEqual([403, 'invalid_current_password']);
  }
  expect((await ask(as, { email: newEmail(), password })).status).toBe(429);
  expect((await logIn(email)).status).toBe(429);
  expect(await requestsOf(as)).toEqual([]);
});

test('403 login_too_old: without a password, a log-in of 16 minutes ago; the password is enough', async () => {
  const { as } = await addResident(service);
  expect((await ask(as, { email: newEmail() })).status).toBe(202);
  await age(as);
  const { status, body } = await ask(as, { email: newEmail() });
  expect([status, body.code]).toEqual([403, 'login_too_old']);
  expect((await ask(as, { email: newEmail(), password })).status).toBe(202);
});

test('403 login_too_old: a switch to another membership is not a new log-in', async () => {
  const { as, answer } = await addResident(service);
  await age(as);
  const body = { userId: answer.resident.id };
  const switched = await service.call<SignInResult>('POST', '/api/v1/auth/switch', { as, body });
  const refused = await ask(principalOf(switched.body), { email: newEmail() });
  expect([refused.status, refused.body.code]).toEqual([403, 'login_too_old']);
});

test('an account with only an identity needs a fresh log-in, and ignores the password', async () => {
  const { as, email } = await addResident(service);
  await AccountModel.updateOne({ emailKey: email }, { $set: { passwordHash: null } });
  expect((await ask(as, { email: newEmail(), password })).status).toBe(202);
  await age(as);
  const { status, body } = await ask(as, { email: newEmail(), password });
  expect([status, body.code]).toEqual([403, 'login_too_old']);
});

test('422 invalid_email: an address that no mail server accepts', async () => {
  const { as } = await addResident(service);
  const { status, body } = await ask(as, { email: 'jo@example', password });
  expect([status, body.errors]).toMatchObject([422, [{ path: 'email', code: 'invalid_email' }]]);
});

test('429: a sixth code of an account, and to an address', async () => {
  const { as } = await addResident(service);
  const email = newEmail();
  for (let mail = 0; mail < 5; mail += 1) expect((await ask(as, { email })).status).toBe(202);
  const sixth = await ask(as, { email: newEmail() });
  expect([sixth.status, Number(sixth.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const other = await addResident(service);
  expect((await ask(other.as, { email: email.toUpperCase() })).status).toBe(429);
  expect((await ask(other.as, { email: newEmail() })).status).toBe(202);
});

test('429 recipient_limit_reached: an eleventh message to the address in a day, which stores nothing', async () => {
  const { as } = await addResident(service);
  const email = newEmail();
  for (let mail = 0; mail < 10; mail += 1) {
    // Removes the count of the hourly limit of codes.
    await PasswordFailureModel.deleteMany({});
    expect((await ask(as, { email })).status).toBe(202);
  }
  await PasswordFailureModel.deleteMany({});
  const eleventh = await ask(as, { email });
  expect([eleventh.status, eleventh.body.code]).toEqual([429, 'recipient_limit_reached']);
  expect(await requestsOf(as)).toHaveLength(10);
});
