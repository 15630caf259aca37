import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  newEmail,
  password,
  startResident,
  type TestInvite,
} from './resident-harness.ts';

const service = await startResident();

const open = async (token: string) => {
  const response = await service.send(`/join/${token}`);
  return { status: response.status, page: await response.text() };
};

const submit = async ({ token }: TestInvite, fields: Record<string, string>) => {
  const response = await service.send(`/join/${token}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: response.status, page: await response.text() };
};

const person = { firstName: 'Jordan', lastName: 'Lee', password };

test('the form contains the e-mail if the link was sent only by mail', async () => {
  const invite = await addInvite(await addHome(), { inviteeEmail: 'jordan@example.test' });
  const { page } = await open(invite.token);
  expect(page).toMatch(/id="email"[^>]* value="jordan@example.test"/);
  expect(page).not.toContain('j•••');
});

test('a numeric label is shown as “unit” and number', async () => {
  const home = await addHome();
  const { unitId: _id, tenantId } = home;
  await UnitModel.updateOne({ _id, tenantId }, { $set: { label: '505', labelKey: '505' } });
  const { page } = await open((await addInvite(home)).token);
  expect(page).toContain('<title>Join Maple Court, unit 505</title>');
  expect(page).toContain('Set up access to <strong>unit 505</strong>.');
});

test('the phone is optional and defaults to the invite’s', async () => {
  const given = await addInvite(await addHome(), { inviteeEmail: newEmail() });
  const kept = await addInvite(await addHome(), {
    inviteeEmail: newEmail(),
    inviteePhone: '+12025550123',
  });
  await submit(given, { ...person, phone: '(202) 555-0199' });
  await submit(kept, { ...person, phone: '' });
  const phoneIn = async ({ tenantId }: TestInvite) => (await UserModel.findOne({ tenantId }).lean())?.phone;
  expect([await phoneIn(given), await phoneIn(kept)]).toEqual(['+12025550199', '+12025550123']);
});

test.each([
  ['en', 'Many people use this password'],
  ['de', 'Dieses Passwort verwenden viele'],
  ['es', 'Muchas personas usan esta contraseña'],
  ['fr', 'Ce mot de passe est très courant'],
])('a common password is refused beside its field, in the language %s', async (locale, text) => {
  const invite = await addInvite(await addHome(), { inviteeEmail: newEmail(), locale });
  const { status, page } = await submit(invite, { ...person, password: 'Password123' });
  expect(status).toBe(422);
  expect(page).toContain(`id="password-error">${text}`);
});

test.each(['12', '12999999999999999999', 'call me'])('the phone %s is requested again', async (phone) => {
  const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
  const { status, page } = await submit(invite, { ...person, phone });
  expect(status).toBe(422);
  expect(page).toContain('id="phone-error">Enter the whole phone number');
});
