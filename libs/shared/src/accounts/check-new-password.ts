import { emailKey } from '../contacts/email.ts';
import { AccountModel } from '../models/account.ts';
import type { InviteRow } from '../models/invite.ts';
import type { SignUp } from './accounts.schema.ts';
import { isCommonPassword, passwordTooCommon } from './common-passwords.ts';

/**
 * Checks the password with which a sign-up creates an account. The existing password of an account is not checked,
 * because the sign-up does not set it.
 *
 * @throws invalid (`password_too_common`)
 */
export async function checkNewPassword(
  invite: InviteRow,
  { email, password }: Pick<Partial<SignUp>, 'email' | 'password'>,
): Promise<void> {
  if (password === undefined || !(await isCommonPassword(password))) return;
  const address = email ?? invite.inviteeEmail;
  const known = address === null ? null : await AccountModel.exists({ emailKey: emailKey(address) });
  if (!known) throw passwordTooCommon('password');
}
