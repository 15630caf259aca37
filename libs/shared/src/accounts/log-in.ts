import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '../context/operation-context.ts';
import { emailKey } from '../contacts/email.ts';
import { invalidCredentials } from '@pas/platform/errors/raise';
import { commit } from '../change/commit.ts';
import { AccountModel, type AccountRow } from '../models/account.ts';
import { isPassword } from './password.ts';
import type { ClientSession } from 'mongoose';
import type { LogIn } from './accounts.schema.ts';
import { chooseResident } from './choose-resident.ts';
import { signInAs, type SignedIn } from './sign-in-as.ts';
import type { GuessLimits } from './guess-limits.ts';
import { residentsOfAccount } from './residents-of-account.ts';

const refusal = () => invalidCredentials('The e-mail or the password is not right.');

/** Holds the password that was checked until the session stands: one removed meanwhile lets nobody in. */
async function holdPassword(
  { now }: PublicContext,
  account: AccountRow,
  session: ClientSession,
): Promise<void> {
  const { _id, passwordHash } = account;
  const held = await AccountModel.updateOne({ _id, passwordHash }, { $set: { updatedAt: now } }, { session });
  if (held.matchedCount === 0) throw refusal();
}

/**
 * Lets a person in by e-mail and password. An unknown account costs what a wrong password does and is told the same.
 *
 * @throws unauthenticated for a wrong pair, rate_limited after too many of them, forbidden where the person may not
 *   come in anywhere
 */
export async function logIn(
  ctx: PublicContext,
  limits: GuessLimits,
  { email, password }: LogIn,
): Promise<SignedIn> {
  const key = emailKey(email);
  const account = await AccountModel.findOne({ emailKey: key }).lean<AccountRow>();
  const watch = limits.watch({ emailKey: key, ip: ctx.client.ip });
  const isRight = await isPassword(password, account?.passwordHash ?? null, watch);
  if (!account || !isRight) throw refusal();
  const user = await chooseResident(await residentsOfAccount(account), ctx.now);
  const tenantCtx = withTenant(ctx, user.tenantId);
  return commit(tenantCtx, async (change) => {
    await holdPassword(ctx, account, change.session);
    return signInAs(tenantCtx, change, { user, accountId: account._id });
  });
}
