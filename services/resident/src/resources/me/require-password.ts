import type { GuessLimits } from '@pas/shared/accounts/guess-limits';
import { isPassword } from '@pas/shared/accounts/password';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { forbidden } from '@pas/shared/errors/raise';
import type { AccountRow } from '@pas/shared/models/account';

/** Returns the refusal of a wrong current password. */
export const wrongPassword = () =>
  forbidden('invalid_current_password', 'The current password is not right.');

/** The account of the signed-in person, and the password that the request contains. */
export interface SentPassword {
  account: AccountRow;
  password: string;
}

/**
 * Checks the current password of the signed-in person. A wrong one counts as a failed log-in.
 *
 * @throws forbidden for a wrong password, rate_limited after too many
 */
export async function requirePassword(
  ctx: OperationContext,
  limits: GuessLimits,
  { account, password }: SentPassword,
): Promise<void> {
  const source = { ip: ctx.client.ip, device: null };
  const watch = limits.watch({ emailKey: account.emailKey, account, source, now: ctx.now });
  if (!(await isPassword(password, account.passwordHash, watch))) throw wrongPassword();
}
