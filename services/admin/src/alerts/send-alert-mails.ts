import { AlertMailModel, type AlertMailRow } from '@pas/shared/models/alert-mail';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { TenantRow } from '@pas/shared/models/tenant';
import { emailKey } from '@pas/shared/contacts/email';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { MessageRefused } from '../dispatch/carrier-errors.ts';
import type { Mailer } from '../dispatch/mailer.ts';
import { mailBrandOf } from '../dispatch/mail-brand.ts';
import { inTurns } from '@pas/shared/sweeps/in-turns';
import type { DueRow, Sweep } from '@pas/shared/sweeps/sweep';
import { writeAlertMail } from './alert-mail.ts';
import { isLeak, urgentGatherMs } from './collect-alerts.ts';
import { nameAlerts } from './name-alerts.ts';

/** Duration of a process's claim on a mail, in milliseconds: longer than the mail server's timeout. */
const claimMs = 120_000;

/** Period for which a mail is retried while the server does not accept it, in milliseconds. */
const giveUpMs = 24 * 3_600_000;

async function claim({ tenantId, now }: OperationContext, id: string): Promise<AlertMailRow | null> {
  return AlertMailModel.findOneAndUpdate(
    { _id: id, tenantId, dueAt: { $lte: now } },
    { $set: { isOpen: false, dueAt: new Date(now.getTime() + claimMs) } },
    { returnDocument: 'after' },
  ).lean<AlertMailRow>();
}

/** Whether a mail may go to its address. Mails about public keys also go to managers who are not in the settings. */
const isRecipient = ({ settings }: TenantRow, { items, email }: AlertMailRow): boolean =>
  items.every(isLeak) ||
  settings.alertRecipients.some((recipient) => emailKey(recipient.email) === emailKey(email));

interface AlertSender {
  mailer: Mailer;
  portalUrl: string;
}

/**
 * Writes and sends a mail. Skips it if its recipient or all its subjects have been removed: a digest waits up to a
 * day.
 */
async function send({ mailer, portalUrl }: AlertSender, row: AlertMailRow): Promise<void> {
  const tenant = await findTenant(row.tenantId);
  if (!tenant || !isRecipient(tenant, row)) return;
  const { alerts, language } = await nameAlerts(row, tenant.settings.timeZone);
  if (alerts.length === 0) return;
  const isDigest = row.cause === 'digest';
  const count = Math.max(alerts.length, row.count);
  await mailer.send({
    id: row._id,
    to: row.email,
    ...writeAlertMail({ brand: mailBrandOf(tenant, portalUrl), alerts, count, isDigest, language }),
  });
}

/** Finds the mails of a tenant that have been due for longest. */
async function findOldest(tenantId: string, now: Date, limit: number): Promise<DueRow[]> {
  const due = await AlertMailModel.find({ tenantId, dueAt: { $lte: now } }, { dueAt: 1 })
    .sort({ dueAt: 1 })
    .limit(limit)
    .lean<Pick<AlertMailRow, '_id' | 'dueAt'>[]>();
  return due.map(({ _id: id, dueAt }) => ({ id, tenantId, dueAt }));
}

/** With more tenants than a batch has rows, each batch takes others. */
const shuffled = (tenants: readonly string[]): string[] =>
  tenants
    .map((tenantId) => ({ tenantId, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ tenantId }) => tenantId);

/**
 * Sends the alert mails that are due. Every tenant with due mails has some in each batch. A mail that the server does
 * not accept is retried for a day. A crash between the server's answer and the record sends the mail twice.
 *
 * @param portalUrl the base of the addresses of logos
 */
export const sendAlertMails = (mailer: Mailer, portalUrl: string): Sweep => ({
  name: 'mails about alerts',
  leadMs: urgentGatherMs,

  async findDue(now, limit) {
    const tenants = await AlertMailModel.distinct('tenantId', { dueAt: { $lte: now } }).setOptions({
      crossTenant: 'due-alerts',
    });
    const asked = shuffled(tenants).slice(0, limit);
    const due = await Promise.all(asked.map(async (tenantId) => findOldest(tenantId, now, limit)));
    return inTurns(due.flat()).slice(0, limit);
  },

  async apply(ctx, id) {
    const row = await claim(ctx, id);
    if (!row) return false;
    try {
      await send({ mailer, portalUrl }, row);
    } catch (error) {
      const isOver = ctx.now.getTime() - row.createdAt.getTime() > giveUpMs;
      if (!(error instanceof MessageRefused) && !isOver) throw error;
      ctx.log.warn({ err: error, alert: id }, 'a mail about an alert is given up');
    }
    await AlertMailModel.deleteOne({ _id: id, tenantId: ctx.tenantId });
    return true;
  },
});
