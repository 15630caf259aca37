import type { Bus } from '@pas/platform/events/bus';
import type { RunningConsumer } from '@pas/platform/events/consume';
import type { Logger } from '@pas/platform/log/logger';
import { phoneCodeTtlMs, type PhoneCodes } from '@pas/shared/accounts/phone-codes';
import { hasOptedOut } from '@pas/shared/consents/phone-consents';
import { consumers } from '@pas/shared/events/traffic';
import { startConsumer } from '@pas/shared/events/start-consumer';
import { PhoneCodeModel, type PhoneCodeRow } from '@pas/shared/models/phone-code';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { MessageDelayed, MessageRefused } from '../dispatch/carrier-errors.ts';
import { writeCodeText } from '../dispatch/code-text.ts';
import type { TextSender } from '../dispatch/telephony/text-sender.ts';

export interface DeliverCodes {
  bus: Bus;
  environment: string;
  log: Logger;
  /** Null where no telephony provider is configured. */
  texts: TextSender | null;
  codes: PhoneCodes;
}

/**
 * Texts the codes that verify a phone. The event carries an id only: the code is derived here and is never on
 * the bus.
 */
export function startDeliverCodes(deliver: DeliverCodes): RunningConsumer {
  const { bus, log, environment } = deliver;
  return startConsumer({
    bus,
    log,
    environment,
    ...consumers.deliverCodes,
    concurrency: 8,
    handle: async ({ tenantid, data: { codeId } }) => sendCode(deliver, tenantid, codeId),
  });
}

/** Loads a request whose code is usable: the resident's newest, unsent, unused and not expired. */
async function loadUnsent(tenantId: string, codeId: string): Promise<PhoneCodeRow | null> {
  const row = await PhoneCodeModel.findOne({ _id: codeId, tenantId }).lean<PhoneCodeRow>();
  if (!row || row.sentAt !== null || row.usedAt !== null || row.expiresAt <= new Date()) return null;
  const newest = await PhoneCodeModel.findOne({ tenantId, userId: row.userId })
    .sort({ createdAt: -1, _id: -1 })
    .lean<PhoneCodeRow>();
  return newest?._id === codeId ? row : null;
}

/**
 * Writes the text in the person's language, else in the home's. Returns null when the person or the company
 * is gone.
 */
async function writeText(codes: PhoneCodes, row: PhoneCodeRow): Promise<string | null> {
  const { tenantId, userId, propertyId } = row;
  const [user, property, tenant] = await Promise.all([
    UserModel.findOne({ _id: userId, tenantId, isLive: true }).lean<UserRow>(),
    propertyId === null ? null : PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>(),
    readTenant(tenantId),
  ]);
  if (!user || !tenant.isLive) return null;
  const { text } = writeCodeText({
    code: codes.codeOf(row),
    tenantName: tenant.name,
    minutes: phoneCodeTtlMs / 60_000,
    locales: [user.locale, property?.locale],
  });
  return text;
}

/**
 * Texts one code, unless it was sent, is no longer usable, or the phone has opted out of texts. While the
 * carrier is unavailable, the text is retried until the code expires. The row's id is the carrier's
 * idempotency key. A crash before the record repeats the request, and the phone still gets one text.
 */
async function sendCode(
  { texts, codes, log }: DeliverCodes,
  tenantId: string,
  codeId: string,
): Promise<void> {
  const row = await loadUnsent(tenantId, codeId);
  if (!row) return;
  const text = await writeText(codes, row);
  if (text === null) return;
  if (!texts) throw new MessageDelayed('carrier_unavailable', 'No telephony provider is configured.');
  try {
    if (await hasOptedOut(row.phone)) throw new MessageRefused('opted_out', 'The phone has refused texts.');
    await texts.send(row, { id: codeId, to: row.phone, text });
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error;
    log.warn({ codeId, reason: error.reason }, 'the code that proves a phone is refused and is not sent');
  }
  await PhoneCodeModel.updateOne({ _id: codeId, tenantId }, { $set: { sentAt: new Date() } });
}
