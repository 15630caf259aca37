import type { Bus } from '@pas/platform/events/bus';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import type { RunningConsumer } from '@pas/platform/events/consume';
import type { Logger } from '@pas/platform/log/logger';
import { deriveResetToken, hashResetToken, resetTtlMs } from '@pas/shared/accounts/reset-token';
import { consumers } from '@pas/shared/events/traffic';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { PasswordResetModel, type PasswordResetRow } from '@pas/shared/models/password-reset';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { MessageRefused } from '../dispatch/carrier-errors.ts';
import type { Mailer } from '../dispatch/mailer.ts';
import { mailRecipientOf } from '../dispatch/mail-recipient.ts';
import { writeResetMail } from '../dispatch/reset-mail.ts';
import { startFairConsumer } from './tenant-places.ts';

export interface DeliverResets {
  bus: Bus;
  environment: string;
  events: CommittedEvents;
  log: Logger;
  mailer: Mailer;
  /** Secret from which the tokens of links are derived. */
  secret: string;
  portalUrl: string;
}

/** Sends the mails of password resets. The event carries an id only: the link is derived here and is never on the bus. */
export function startDeliverResets(deliver: DeliverResets): RunningConsumer {
  const { bus, log, environment } = deliver;
  return startFairConsumer(4, {
    bus,
    log,
    environment,
    ...consumers.deliverResets,
    handle: async ({ data: { resetId } }) => sendReset(deliver, resetId),
  });
}

/**
 * Sends the mail of one reset, unless it was sent, used or has expired. The token's hash is stored first, so
 * that every delivered link works. A crash between the mail server's answer and the record sends the same
 * link again.
 */
async function sendReset({ mailer, secret, portalUrl, log }: DeliverResets, resetId: string): Promise<void> {
  const reset = await PasswordResetModel.findById(resetId).lean<PasswordResetRow>();
  if (!reset || reset.sentAt !== null || reset.usedAt !== null || reset.expiresAt <= new Date()) return;
  const { accountId, userId, tenantId } = reset;
  const account = await AccountModel.findById(accountId).lean<AccountRow>();
  const user = await UserModel.findOne({ _id: userId, tenantId, isLive: true }).lean<UserRow>();
  if (!account || !user) return;
  const token = deriveResetToken(secret, resetId);
  await PasswordResetModel.updateOne({ _id: resetId }, { $set: { tokenHash: hashResetToken(token) } });
  const mail = writeResetMail({
    resetId,
    to: account.email,
    ...(await mailRecipientOf(user, portalUrl)),
    resetUrl: `${portalUrl}/reset/${token}`,
    minutes: resetTtlMs / 60_000,
  });
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error;
    log.warn({ resetId, reason: error.reason }, 'the mail server has refused the mail of a password reset');
  }
  await PasswordResetModel.updateOne({ _id: resetId }, { $set: { sentAt: new Date() } });
}
