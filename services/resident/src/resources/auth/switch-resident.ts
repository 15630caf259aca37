import { withTenant } from '@pas/platform/context/operation-context';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { SessionModel } from '@pas/shared/models/session';
import { loadAccount } from '../me/load-account.ts';
import { chooseResident } from '@pas/shared/accounts/choose-resident';
import { commitSignIn, signInAs, type SignedIn } from '@pas/shared/accounts/sign-in-as';
import { residentsOfAccount } from '@pas/shared/accounts/residents-of-account';

/**
 * Switches the session to another membership of the person, on the same device.
 *
 * @throws not_found when the person has no such membership; forbidden when that resident may not sign in
 */
export async function switchResident(ctx: OperationContext, userId: string): Promise<SignedIn> {
  const account = await loadAccount(ctx);
  const residents = await residentsOfAccount(account);
  const wanted = residents.filter(({ _id }) => _id === userId);
  if (wanted.length === 0) throw notFound();
  const user = await chooseResident(wanted, ctx.now);
  const tenantCtx = withTenant(ctx, user.tenantId);
  return commitSignIn(tenantCtx, user, async (change) => {
    await SessionModel.updateOne(
      { _id: ctx.principal.sessionId ?? '', accountId: account._id, revokedAt: null },
      { $set: { revokedAt: ctx.now } },
      { session: change.session },
    );
    return signInAs(tenantCtx, change, { user, accountId: account._id });
  });
}
