import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '../context/operation-context.ts';
import { emailKey } from '../contacts/email.ts';
import { invalidCredentials } from '@pas/platform/errors/raise';
import { AccountModel, type AccountRow } from '../models/account.ts';
import { holdPassword } from './hold-password.ts';
import { isPassword } from './password.ts';
import type { LogIn } from './accounts.schema.ts';
import type { SignInSource } from './known-sources.ts';
import { chooseResident } from './choose-resident.ts';
import { commitSignIn, signInAs, type SignInResult } from './sign-in-as.ts';
import type { GuessLimits } from './guess-limits.ts';
import { residentsOfAccount } from './residents-of-account.ts';

const refusal = () => invalidCredentials('The e-mail or the password is not right.');

/**
 * Signs a person in by e-mail and password. An unknown account takes the time and gets the answer of a wrong
 * password.
 *
 * @throws unauthenticated for a wrong pair, rate_limited after too many of them, forbidden when the person may not
 *   sign in anywhere
 */
export async function logIn(
  ctx: PublicContext,
  limits: GuessLimits,
  { email, password, device }: LogIn & Pick<SignInSource, 'device'>,
): Promise<SignInResult> {
  const key = emailKey(email);
  const account = await AccountModel.findOne({ emailKey: key }).lean<AccountRow>();
  const source = { ip: ctx.client.ip, device };
  const watch = limits.watch({ emailKey: key, account, source, now: ctx.now });
  const isRight = await isPassword(password, account?.passwordHash ?? null, watch);
  if (!account || !isRight) throw refusal();
  const user = await chooseResident(await residentsOfAccount(account), ctx.now);
  const tenantCtx = withTenant(ctx, user.tenantId);
  return commitSignIn(tenantCtx, user, async (change) => {
    if (!(await holdPassword({ account, source, now: ctx.now }, change.session))) throw refusal();
    const signedIn = await signInAs(tenantCtx, change, { user, accountId: account._id });
    return { ...signedIn, saved: { account, isNew: false } };
  });
}
