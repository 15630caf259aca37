import { AccountNoticeModel } from '@pas/shared/models/account-notice';
import { ContactCodeModel } from '@pas/shared/models/contact-code';
import { expect, test } from 'vitest';
import { accountOf, newestCode, requestsOf, startEmails, userOf } from './email-support.ts';
import { addHome, addResident, addUser, newEmail } from './resident-harness.ts';

const { service, ask, verify, move } = await startEmails();

test.each([
  'the account of another person',
  'a user of the company',
  'a user of another tenant of the account',
])('409 already_exists: %s has the address, and nothing changes', async (holder) => {
  const { as, email: old, home } = await addResident(service);
  const { _id: accountId = '' } = (await accountOf(old)) ?? {};
  const email = newEmail();
  const second = (await addHome()).tenantId;
  await addUser(second, { emailKey: newEmail(), accountId, status: 'ACTIVE' });
  if (holder.startsWith('the account')) await addResident(service, { email });
  else await addUser(holder.endsWith('company') ? home.tenantId : second, { emailKey: email });

  const { status, body } = await move(as, email);

  expect([status, body.code, body.errors]).toMatchObject([
    409,
    'already_exists',
    [{ path: 'email', code: 'already_exists' }],
  ]);
  expect((await userOf(as))?.email).toBe(old);
  expect((await accountOf(old))?._id).toBe(accountId);
  expect(await AccountNoticeModel.countDocuments({ tenantId: home.tenantId })).toBe(0);
});

test('422: a wrong code, an old code after a newer one, an expired code, and the code of another person', async () => {
  const [me, other] = [await addResident(service), await addResident(service)];
  await ask(me.as, { email: newEmail() });
  const old = await newestCode(me.as);
  await ask(me.as, { email: newEmail() });
  const newest = await newestCode(me.as);
  expect(old === newest || (await verify(me.as, old)).status === 422).toBe(true);
  expect((await verify(other.as, newest)).status).toBe(422);
  const rows = { tenantId: me.home.tenantId, userId: me.as.id ?? '' };
  await ContactCodeModel.updateMany(rows, { $set: { expiresAt: new Date() } });
  const expired = await verify(me.as, newest);
  expect([expired.status, expired.body.errors]).toMatchObject([
    422,
    [{ path: 'code', code: 'code_invalid' }],
  ]);
  expect((await userOf(me.as))?.email).toBe(me.email);
});

test('422: the code of a text message changes no e-mail', async () => {
  const { as } = await addResident(service);
  await service.call('POST', '/api/v1/me/phone', { as, body: { phone: '+12025550119' } });
  expect((await verify(as, await newestCode(as))).status).toBe(422);
});

test('fifty concurrent guesses get five checks, and the correct code is then refused', async () => {
  const { as, email } = await addResident(service);
  await ask(as, { email: newEmail() });
  const code = await newestCode(as);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const answers = await Promise.all(Array.from({ length: 50 }, async () => verify(as, wrong)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
  expect((await requestsOf(as)).map(({ tries }) => tries)).toEqual([5]);
  expect((await verify(as, code)).status).toBe(422);
  expect((await userOf(as))?.email).toBe(email);
});

test('five concurrent correct codes change the e-mail once', async () => {
  const { as } = await addResident(service);
  const email = newEmail();
  await ask(as, { email });
  const code = await newestCode(as);
  const before = await userOf(as);
  const answers = await Promise.all(Array.from({ length: 5 }, async () => verify(as, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await userOf(as)).toMatchObject({ email, version: (before?.version ?? 0) + 1 });
  expect(await AccountNoticeModel.countDocuments({ tenantId: as.tenantId ?? '' })).toBe(1);
});

test('one of two people who prove one address at once gets it', async () => {
  const [one, other] = [await addResident(service), await addResident(service)];
  const email = newEmail();
  await ask(one.as, { email });
  await ask(other.as, { email });
  const answers = await Promise.all([
    verify(one.as, await newestCode(one.as)),
    verify(other.as, await newestCode(other.as)),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});
