import { expect, test } from 'vitest';
import { isCommonPassword, refuseCommonPassword } from './common-passwords.ts';

test.each([
  '1234567890',
  'qwertyuiop',
  'password123',
  'Password123',
  'PASSWORD1!',
  '1q2w3e4r5t',
  'iloveyou123',
])('the password %s is too common, in upper and lower case', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test('a password in full-width letters is compared by its usual letters', async () => {
  expect(await isCommonPassword('ｐａｓｓｗｏｒｄ１２３')).toBe(true);
});

test.each(['correct horse battery', 'p7Rk-kite-42-lantern', ''])(
  'the password “%s” is not common',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  },
);

test('422 password_too_common names the field', async () => {
  const refusal = refuseCommonPassword('newPassword', 'basketball');
  await expect(refusal).rejects.toMatchObject({
    code: 'password_too_common',
    details: { errors: [{ path: 'newPassword', code: 'password_too_common' }] },
  });
  await expect(refuseCommonPassword('newPassword', 'correct horse battery')).resolves.toBeUndefined();
});
