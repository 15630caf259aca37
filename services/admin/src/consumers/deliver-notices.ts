import type { Bus } from '@pas/platform/events/bus';
import type { RunningConsumer } from '@pas/platform/events/consume';
import type { Logger } from '@pas/platform/log/logger';
import { consumers } from '@pas/shared/events/traffic';
import { AccountNoticeModel, type AccountNoticeRow } from '@pas/shared/models/account-notice';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { writeNoticeMail } from '../dispatch/account-mail.ts';
import { MessageRefused } from '../dispatch/carrier-errors.ts';
import type { Mailer } from '../dispatch/mailer.ts';
import { mailRecipientOf } from '../dispatch/mail-recipient.ts';
import { startFairConsumer } from './tenant-places.ts';

export interface DeliverNotices {
  bus: Bus;
  environment: string;
  log: Logger;
  mailer: Mailer;
  /** The base of the addresses of logos. */
  portalUrl: string;
}

/** Sends the notices about changed credentials. The event carries an id only. */
export function startDeliverNotices(deliver: DeliverNotices): RunningConsumer {
  const { bus, log, environment } = deliver;
  return startFairConsumer(4, {
    bus,
    log,
    environment,
    ...consumers.deliverNotices,
    handle: async ({ tenantid, data: { noticeId } }) => sendNotice(deliver, tenantid, noticeId),
  });
}

/** Sends one notice, unless it was sent or the person was erased meanwhile. */
async function sendNotice(
  { mailer, log, portalUrl }: DeliverNotices,
  tenantId: string,
  noticeId: string,
): Promise<void> {
  const own = { _id: noticeId, tenantId };
  const notice = await AccountNoticeModel.findOne(own).lean<AccountNoticeRow>();
  if (!notice || notice.sentAt !== null) return;
  const user = await UserModel.findOne({ _id: notice.userId, tenantId, isLive: true }).lean<UserRow>();
  if (!user) return;
  try {
    await mailer.send(
      writeNoticeMail(notice.kind, {
        id: noticeId,
        to: notice.to,
        ...(await mailRecipientOf(user, portalUrl)),
      }),
    );
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error;
    log.warn({ noticeId, reason: error.reason }, 'the mail server has refused the notice about an account');
  }
  await AccountNoticeModel.updateOne(own, { $set: { sentAt: new Date() } });
}
