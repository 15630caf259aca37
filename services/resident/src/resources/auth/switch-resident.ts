import { withTenant } from '@pas/platform/context/operation-context';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { unauthenticated } from '@pas/shared/errors/raise';
import { notFound } from '@pas/platform/errors/raise';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { loadAccount } from '../me/load-account.ts';
import { chooseResident } from '@pas/shared/accounts/choose-resident';
import { commitSignIn, signInAs, type SignInResult } from '@pas/shared/accounts/sign-in-as';
import { residentsOfAccount } from '@pas/shared/accounts/residents-of-account';
import { aliveAt } from '@pas/shared/sessions/start-session';

/** Ends the calling session. @throws unauthenticated if it has ended meanwhile, such as by a new password */
async function endOwnSession(
  ctx: OperationContext,
  { session }: Change,
  accountId: string,
): Promise<SessionRow> {
  const own = { _id: ctx.principal.sessionId ?? '', accountId, ...aliveAt(ctx.now) };
  const ended = await SessionModel.findOneAndUpdate(
    own,
    { $set: { revokedAt: ctx.now } },
    { session },
  ).lean<SessionRow>();
  if (!ended) throw unauthenticated('session_expired', 'This session has ended. Sign in again.');
  return ended;
}

/**
 * Switches the session to another membership of the person, on the same device. The new session ends when the old one
 * would have, and counts as no new log-in.
 *
 * @throws not_found when the person has no such membership, forbidden when that resident may not sign in
 * @throws unauthenticated when the calling session has ended meanwhile
 */
export async function switchResident(ctx: OperationContext, userId: string): Promise<SignInResult> {
  const account = await loadAccount(ctx);
  const residents = await residentsOfAccount(account);
  const wanted = residents.filter(({ _id }) => _id === userId);
  if (wanted.length === 0) throw notFound();
  const user = await chooseResident(wanted, ctx.now);
  const tenantCtx = withTenant(ctx, user.tenantId);
  return commitSignIn(tenantCtx, user, async (change) => {
    const { absoluteExpiresAt } = await endOwnSession(ctx, change, account._id);
    return signInAs(tenantCtx, change, { user, accountId: account._id, absoluteExpiresAt });
  });
}
