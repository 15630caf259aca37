import { checkAll } from '@pas/platform/errors/check-all';
import { withTenant } from '@pas/platform/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { refuseCommonPassword } from '@pas/shared/accounts/common-passwords';
import { endSessions } from '@pas/shared/accounts/end-sessions';
import { hashPassword } from '@pas/shared/accounts/password';
import { residentActor } from '@pas/shared/accounts/resident-actor';
import { hashResetToken } from '@pas/shared/accounts/reset-token';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext, PublicContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { AccountModel, nothingKnown, type AccountRow } from '@pas/shared/models/account';
import { PasskeyModel } from '@pas/shared/models/passkey';
import { PasswordResetModel, type PasswordResetRow } from '@pas/shared/models/password-reset';
import type { ResetPassword } from './password.schema.ts';

const deadLink = () =>
  invalidField(
    'token',
    'token_ended',
    'token: This link has expired or has been used. Ask for a new one and use the newest mail.',
  );

const isAlive = ({ usedAt, expiresAt }: PasswordResetRow, now: Date): boolean =>
  usedAt === null && expiresAt > now;

async function readReset(token: string): Promise<PasswordResetRow | null> {
  return PasswordResetModel.findOne({ tokenHash: hashResetToken(token) }).lean<PasswordResetRow>();
}

/**
 * Finds the reset of a token that can still be used.
 *
 * @throws invalid for an unknown, used or expired token, without naming which
 */
async function findReset({ now }: PublicContext, token: string): Promise<PasswordResetRow> {
  const reset = await readReset(token);
  if (!reset || !isAlive(reset, now)) throw deadLink();
  return reset;
}

/**
 * Checks the fields of a reset whose other fields have problems.
 *
 * @throws invalid as `resetPassword`
 */
export async function checkReset(
  ctx: PublicContext,
  { token, password }: Partial<ResetPassword>,
): Promise<void> {
  await checkAll(
    async () => token !== undefined && findReset(ctx, token),
    async () => password !== undefined && refuseCommonPassword('password', password),
  );
}

/**
 * Returns whether the link of a mail still works.
 *
 * @throws not_found for a link that was never sent
 */
export async function isLinkAlive({ now }: PublicContext, token: string): Promise<boolean> {
  const reset = await readReset(token);
  if (!reset) throw notFound();
  return isAlive(reset, now);
}

/** Uses up all links of the account. Only one of concurrent requests with a link succeeds. */
async function useUp({ now }: OperationContext, { session }: Change, reset: PasswordResetRow): Promise<void> {
  const used = { $set: { usedAt: now } };
  const { matchedCount } = await PasswordResetModel.updateOne({ _id: reset._id, usedAt: null }, used, {
    session,
  });
  if (matchedCount === 0) throw deadLink();
  await PasswordResetModel.updateMany({ accountId: reset.accountId, usedAt: null }, used, { session });
}

/**
 * Saves the new password, and removes the passkeys.
 *
 * @throws invalid when the account no longer exists
 */
async function savePassword(
  { now }: OperationContext,
  { session }: Change,
  { reset, passwordHash }: { reset: PasswordResetRow; passwordHash: string },
): Promise<void> {
  const account = await AccountModel.findById(reset.accountId).session(session).lean<AccountRow>();
  if (!account) throw deadLink();
  const saved = {
    passwordHash,
    passwordVersion: (account.passwordVersion ?? 0) + 1,
    // The link was sent to this address only.
    emailVerifiedAt: account.emailVerifiedAt ?? now,
    ...(account.emailVerifiedAt === null && nothingKnown),
    updatedAt: now,
  };
  await AccountModel.updateOne({ _id: account._id }, { $set: saved }, { session });
  await PasskeyModel.deleteMany({ accountId: account._id }, { session });
}

/**
 * Sets a new password with the link of a mail, ends all sessions of the person, and removes the passkeys. The link
 * proves the e-mail. Another person may have known the previous password, signed in, and added a passkey.
 *
 * @throws invalid for an invalid link or a too common password
 */
export async function resetPassword(publicCtx: PublicContext, input: ResetPassword): Promise<void> {
  const [reset] = await checkAll(
    async () => findReset(publicCtx, input.token),
    async () => refuseCommonPassword('password', input.password),
  );
  const passwordHash = await hashPassword(input.password, publicCtx.client.ip);
  const ctx = withTenant(publicCtx, reset.tenantId);
  await commit(ctx, async (change) => {
    await useUp(ctx, change, reset);
    await savePassword(ctx, change, { reset, passwordHash });
    const sessions = await endSessions(ctx, change, { accountId: reset.accountId });
    change.record({
      action: 'user.password_reset',
      actor: residentActor(reset.userId),
      targets: [{ type: 'user', id: reset.userId }, ...sessions.map((id) => ({ type: 'session', id }))],
    });
  });
}
