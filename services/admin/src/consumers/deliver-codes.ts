import type { Bus } from '@pas/platform/events/bus';
import type { RunningConsumer } from '@pas/platform/events/consume';
import type { Logger } from '@pas/platform/log/logger';
import { codeTtlMs, type ContactCodes } from '@pas/shared/accounts/contact-codes';
import { hasOptedOut } from '@pas/shared/consents/phone-consents';
import { consumers } from '@pas/shared/events/traffic';
import { ContactCodeModel, type ContactCodeRow } from '@pas/shared/models/contact-code';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { brandOf } from '@pas/shared/tenants/brand-of';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { writeCodeMail } from '../dispatch/account-mail.ts';
import { MessageDelayed, MessageRefused } from '../dispatch/carrier-errors.ts';
import { writeCodeText } from '../dispatch/code-text.ts';
import type { Mailer } from '../dispatch/mailer.ts';
import { mailRecipientOf } from '../dispatch/mail-recipient.ts';
import type { TextSender } from '../dispatch/telephony/text-sender.ts';
import { startFairConsumer } from './tenant-places.ts';

export interface DeliverCodes {
  bus: Bus;
  environment: string;
  log: Logger;
  /** Null where no telephony provider is configured. */
  texts: TextSender | null;
  mailer: Mailer;
  codes: ContactCodes;
  /** The base of the addresses of logos. */
  portalUrl: string;
}

/**
 * Sends the codes that verify a phone or an e-mail address. The event carries an id only: the code is derived here and is
 * never on the bus.
 */
export function startDeliverCodes(deliver: DeliverCodes): RunningConsumer {
  const { bus, log, environment } = deliver;
  return startFairConsumer(8, {
    bus,
    log,
    environment,
    ...consumers.deliverCodes,
    handle: async ({ tenantid, data: { codeId } }) => sendCode(deliver, tenantid, codeId),
  });
}

/** Loads a request whose code is usable: the resident's newest of its channel, unsent, unused and not expired. */
async function loadUnsent(tenantId: string, codeId: string): Promise<ContactCodeRow | null> {
  const row = await ContactCodeModel.findOne({ _id: codeId, tenantId }).lean<ContactCodeRow>();
  if (!row || row.sentAt !== null || row.usedAt !== null || row.expiresAt <= new Date()) return null;
  const { userId, channel } = row;
  const newest = await ContactCodeModel.findOne({ tenantId, userId, channel })
    .sort({ createdAt: -1, _id: -1 })
    .lean<ContactCodeRow>();
  return newest?._id === codeId ? row : null;
}

const minutes = codeTtlMs / 60_000;

/** A code to send, with its person. */
interface CodeMessage {
  row: ContactCodeRow;
  user: UserRow;
}

/**
 * Texts a code in the person's language, else in the home's. Nothing is sent to a phone that has opted out of texts, or
 * for a company that is gone. The row's id is the carrier's idempotency key.
 */
async function textCode({ texts, codes }: DeliverCodes, { row, user }: CodeMessage): Promise<void> {
  const { tenantId, propertyId, to } = row;
  const [property, tenant] = await Promise.all([
    propertyId === null ? null : PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>(),
    findTenant(tenantId),
  ]);
  if (!tenant) return;
  if (!texts) throw new MessageDelayed('carrier_unavailable', 'No telephony provider is configured.');
  if (await hasOptedOut(to)) throw new MessageRefused('opted_out', 'The phone has refused texts.');
  const locales = [user.locale, property?.locale];
  const { text } = writeCodeText({
    code: codes.codeOf(row),
    tenantName: brandOf(tenant).name,
    minutes,
    locales,
  });
  await texts.send(row, { id: row._id, to, text });
}

async function mailCode(
  { mailer, codes, portalUrl }: DeliverCodes,
  { row, user }: CodeMessage,
): Promise<void> {
  const facts = { id: row._id, to: row.to, code: codes.codeOf(row), minutes };
  await mailer.send(writeCodeMail({ ...facts, ...(await mailRecipientOf(user, portalUrl)) }));
}

/**
 * Sends one code, unless it was sent, is no longer usable, or the person is gone. While the carrier is unavailable, the
 * message is retried until the code expires. A crash before the record repeats the request. A phone still gets one text,
 * and a mailbox drops the second mail by its Message-ID.
 */
async function sendCode(deliver: DeliverCodes, tenantId: string, codeId: string): Promise<void> {
  const row = await loadUnsent(tenantId, codeId);
  const user = row && (await UserModel.findOne({ _id: row.userId, tenantId, isLive: true }).lean<UserRow>());
  if (!user) return;
  const send = row.channel === 'SMS' ? textCode : mailCode;
  try {
    await send(deliver, { row, user });
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error;
    deliver.log.warn({ codeId, reason: error.reason }, 'the code of a contact is refused and is not sent');
  }
  await ContactCodeModel.updateOne({ _id: codeId, tenantId }, { $set: { sentAt: new Date() } });
}
