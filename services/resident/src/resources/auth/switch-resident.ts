import { withTenant } from '@pas/platform/context/operation-context';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { loadAccount } from '../me/load-account.ts';
import { chooseResident } from '@pas/shared/accounts/choose-resident';
import { commitSignIn, signInAs, type SignInResult } from '@pas/shared/accounts/sign-in-as';
import { residentsOfAccount } from '@pas/shared/accounts/residents-of-account';

/**
 * Switches the session to another membership of the person, on the same device. The new session ends when the old one
 * would have, and counts as no new log-in.
 *
 * @throws not_found when the person has no such membership; forbidden when that resident may not sign in
 */
export async function switchResident(ctx: OperationContext, userId: string): Promise<SignInResult> {
  const account = await loadAccount(ctx);
  const residents = await residentsOfAccount(account);
  const wanted = residents.filter(({ _id }) => _id === userId);
  if (wanted.length === 0) throw notFound();
  const user = await chooseResident(wanted, ctx.now);
  const tenantCtx = withTenant(ctx, user.tenantId);
  return commitSignIn(tenantCtx, user, async (change) => {
    const own = { _id: ctx.principal.sessionId ?? '', accountId: account._id };
    const replaced = await SessionModel.findOne(own).session(change.session).lean<SessionRow>();
    await SessionModel.updateOne(
      { ...own, revokedAt: null },
      { $set: { revokedAt: ctx.now } },
      { session: change.session },
    );
    const absoluteExpiresAt = replaced?.absoluteExpiresAt;
    return signInAs(tenantCtx, change, { user, accountId: account._id, absoluteExpiresAt });
  });
}
