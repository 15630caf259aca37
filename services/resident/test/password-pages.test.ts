import { deriveResetToken, hashResetToken } from '@pas/shared/accounts/reset-token';
import { AccountModel } from '@pas/shared/models/account';
import { PasswordResetModel, type PasswordResetRow } from '@pas/shared/models/password-reset';
import { describe, expect, test } from 'vitest';
import { addResident, startResident } from './resident-harness.ts';

const service = await startResident();

const newPassword = 'another horse battery';

const reset = (token: string, given = newPassword) =>
  service.call('POST', '/api/v1/auth/password/reset', { body: { token, password: given } });
const logIn = (email: string, given: string) =>
  service.call('POST', '/api/v1/auth/login', { body: { email, password: given } });

async function resetsOf(email: string): Promise<PasswordResetRow[]> {
  const account = await AccountModel.findOne({ emailKey: email }).lean();
  return PasswordResetModel.find({ accountId: account?._id ?? 'nobody' }).lean<PasswordResetRow[]>();
}

/** Derives the token of a link for an account, as the sending worker does. */
async function linkTo(email: string): Promise<string> {
  await service.call('POST', '/api/v1/auth/password/forgot', { body: { email } });
  const { _id = '' } = (await resetsOf(email)).at(-1) ?? {};
  const token = deriveResetToken('a secret of the worker', _id);
  await PasswordResetModel.updateOne({ _id }, { $set: { tokenHash: hashResetToken(token) } });
  return token;
}

describe('the page of the link', () => {
  const open = (token: string) => service.send(`/reset/${token}`);
  const submit = (token: string, given: string) =>
    service.send(`/reset/${token}`, { method: 'POST', body: new URLSearchParams({ password: given }) });

  test('sets the password without scripts, and reading does not use up the link', async () => {
    const { email } = await addResident(service);
    const token = await linkTo(email);
    for (let read = 0; read < 2; read += 1) {
      const page = await open(token);
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(await page.text()).not.toContain('<script');
    }

    const short = await submit(token, 'short');
    expect(short.status).toBe(422);
    expect(await short.text()).toContain('Use at least 10 characters.');

    const common = await submit(token, 'Password123');
    expect(common.status).toBe(422);
    expect(await common.text()).toContain('Many people use this password');

    const done = await submit(token, newPassword);
    const saved = await done.text();
    expect([done.status, saved.includes('Your new password is saved')]).toEqual([200, true]);
    expect(saved).toContain('<a class="button" href="/portal">Sign in</a>');
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('reports a dead link, for GET and POST', async () => {
    const { email } = await addResident(service);
    const token = await linkTo(email);
    await reset(token);
    for (const page of [await open(token), await submit(token, newPassword), await submit(token, '')]) {
      expect(page.status).toBe(410);
      expect(await page.text()).toContain('This link no longer works');
    }
    expect([(await open('nonsense')).status, (await submit('nonsense', newPassword)).status]).toEqual([
      404, 404,
    ]);
  });
});

describe('the form for a forgotten password', () => {
  const submit = (email: string, headers = {}) =>
    service.send('/reset', { method: 'POST', body: new URLSearchParams({ email }), headers });

  test('queues a mail for an account, and shows the same page without an account', async () => {
    const form = await service.send('/reset', { headers: { 'Accept-Language': 'de' } });
    expect([form.status, (await form.text()).includes('Neues Passwort anfordern')]).toEqual([200, true]);
    const { email } = await addResident(service);
    const [known, unknown] = [await submit(email), await submit('nobody@example.test')];
    expect([known.status, await known.text()]).toEqual([200, await unknown.text()]);
    expect(await resetsOf(email)).toHaveLength(1);
  });

  test('422 for an invalid e-mail, 403 from another site', async () => {
    const wrong = await submit('nobody');
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toMatch(/value="nobody"[^]*aria-invalid="true"/);
    expect((await submit('nobody@example.test', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });
});
