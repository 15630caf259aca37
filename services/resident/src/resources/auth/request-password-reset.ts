import { withTenant } from '@pas/platform/context/operation-context';
import { Fault } from '@pas/platform/errors/fault';
import { chooseResident } from '@pas/shared/accounts/choose-resident';
import { residentsOfAccount } from '@pas/shared/accounts/residents-of-account';
import { resetTtlMs } from '@pas/shared/accounts/reset-token';
import { commit } from '@pas/shared/change/commit';
import { emailKey } from '@pas/shared/contacts/email';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { newId } from '@pas/shared/ids/id';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import type { UserRow } from '@pas/shared/models/user';
import type { RequestLimits } from '@pas/shared/accounts/request-limits';
import type { ForgotPassword } from './password.schema.ts';
import { sendInviteAgain } from './send-invite-again.ts';
import { takeAtLeast } from './take-at-least.ts';

/** Minimum response time in milliseconds, longer than the usual transaction for a known account. */
const answerMs = 200;

/**
 * Factor of the read time for the response time. The transaction takes about twice as long as the reads before it, also
 * under load.
 */
const timesReads = 4;

/** Maximum response time in milliseconds. */
const maxAnswerMs = 5000;

/** Finds the resident as whom the person would sign in; null when none may sign in. */
async function findAdmitted(account: AccountRow, now: Date): Promise<UserRow | null> {
  try {
    return await chooseResident(await residentsOfAccount(account), now);
  } catch (error) {
    if (error instanceof Fault && error.kind === 'forbidden') return null;
    throw error;
  }
}

async function queueMail(publicCtx: PublicContext, account: AccountRow, user: UserRow): Promise<void> {
  const ctx = withTenant(publicCtx, user.tenantId);
  const resetId = newId('passwordReset');
  await commit(ctx, async (change) => {
    const row = {
      _id: resetId,
      accountId: account._id,
      userId: user._id,
      tenantId: ctx.tenantId,
      tokenHash: null,
      requestedAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + resetTtlMs),
      sentAt: null,
      usedAt: null,
    };
    await PasswordResetModel.insertMany([row], { session: change.session });
    change.publish({
      type: 'pas.v1.identity.reset.requested',
      subject: resetId,
      data: { aggregateVersion: 1, resetId },
    });
  });
}

/**
 * Queues a mail with a link to set a new password. Answer and response time are the same when no mail is sent. No mail
 * is sent for an unknown e-mail, an account that may not sign in, or after the hourly limit. A person who has never
 * signed up gets their invite again instead.
 *
 * @throws rate_limited after too many requests from one address
 */
export async function requestPasswordReset(
  ctx: PublicContext,
  limits: RequestLimits,
  { email }: ForgotPassword,
): Promise<void> {
  const key = emailKey(email);
  const beganAt = performance.now();
  await limits.countAddress(ctx.client.ip);
  const isWithin = await limits.tryCountTarget(key);
  const account = await AccountModel.findOne({ emailKey: key }).lean<AccountRow>();
  const readMs = performance.now() - beganAt;
  const ms = Math.min(maxAnswerMs, Math.max(answerMs, timesReads * readMs));
  await takeAtLeast(ms, async () => {
    if (!isWithin) return;
    const user = account && (await findAdmitted(account, ctx.now));
    await (account && user ? queueMail(ctx, account, user) : sendInviteAgain(ctx, key));
  });
}
