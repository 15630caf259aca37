import { refuseCommonPassword } from '@pas/shared/accounts/common-passwords';
import { endSessions } from '@pas/shared/accounts/end-sessions';
import type { GuessLimits } from '@pas/shared/accounts/guess-limits';
import { hashPassword } from '@pas/shared/accounts/password';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccountModel, withSamePassword, type AccountRow } from '@pas/shared/models/account';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import { loadAccount } from './load-account.ts';
import type { ChangePassword } from './own-password.schema.ts';
import { requirePassword, wrongPassword } from './require-password.ts';

/** @throws forbidden when the checked password was replaced meanwhile */
async function savePassword(
  { now }: OperationContext,
  { session }: Change,
  { account, passwordHash }: { account: AccountRow; passwordHash: string },
): Promise<void> {
  const { matchedCount } = await AccountModel.updateOne(
    { _id: account._id, ...withSamePassword(account) },
    { $set: { passwordHash, passwordVersion: (account.passwordVersion ?? 0) + 1, updatedAt: now } },
    { session },
  );
  if (matchedCount === 0) throw wrongPassword();
}

/**
 * Changes the password of the signed-in person. Other sessions and the links of reset mails end, because somebody else
 * may have them.
 *
 * @throws invalid for a too common password, forbidden for a wrong current one, rate_limited after too many of them
 */
export async function changePassword(
  ctx: OperationContext,
  limits: GuessLimits,
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  const account = await loadAccount(ctx);
  await refuseCommonPassword('newPassword', newPassword);
  await requirePassword(ctx, limits, { account, password: currentPassword });
  const passwordHash = await hashPassword(newPassword, ctx.client.ip);
  const { id, sessionId } = ctx.principal;
  const accountId = account._id;
  await commit(ctx, async (change) => {
    await savePassword(ctx, change, { account, passwordHash });
    const used = { $set: { usedAt: ctx.now } };
    await PasswordResetModel.updateMany({ accountId, usedAt: null }, used, { session: change.session });
    const ended = await endSessions(ctx, change, { accountId, keepSessionId: sessionId });
    const targets = [{ type: 'user', id }, ...ended.map((each) => ({ type: 'session', id: each }))];
    change.record({ action: 'user.password_changed', targets });
  });
}
