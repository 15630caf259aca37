import { moveMessage, type MessageReport } from '../../processing/move-message.ts';
import { applyKeyword } from '../../processing/apply-keyword.ts';
import { recordInboundText } from '../../processing/record-inbound-text.ts';
import type { ProcessReceipt, Receipt } from '../../processing/receipt.ts';
import { pathOf } from '../signed-request.ts';
import { applyVoiceStatus, findStepOutcome } from './process-call.ts';
import { kindOf, readFields, type TelephonyAFields } from './read-webhook.ts';

/** Moves of a delivery by status of the text. Intermediate statuses are ignored. */
const moves: ReadonlyMap<string, MessageReport['name']> = new Map(
  Object.entries<MessageReport['name']>({
    delivered: 'deliver',
    undelivered: 'bounce',
    failed: 'reject',
  }),
);

const fieldsOf = ({ method, url, contentType, raw }: Receipt): TelephonyAFields =>
  readFields({ method, url, headers: { 'content-type': contentType ?? undefined } }, raw);

/** Reads the status of a text; null for an intermediate one. */
function readReport({
  MessageSid,
  SmsSid,
  MessageStatus = '',
  ErrorCode,
}: TelephonyAFields): MessageReport | null {
  const [messageId, name] = [MessageSid ?? SmsSid, moves.get(MessageStatus)];
  if (messageId === undefined || name === undefined) return null;
  return {
    messageId,
    name,
    error: name === 'deliver' ? null : `carrier_${ErrorCode?.slice(0, 32) ?? 'failed'}`,
  };
}

/** Applies a webhook of telephony-a: the delivery of a text, a keyword, or the end of a call. */
export const processTelephonyA: ProcessReceipt = async (processing, receipt) => {
  const fields = fieldsOf(receipt);
  const kind = kindOf(pathOf(receipt.url), fields);
  if (kind === 'call.step') return findStepOutcome(receipt, fields);
  if (kind === 'call.status') return applyVoiceStatus(processing, receipt, fields);
  if (kind === 'message.status') {
    const report = readReport(fields);
    return report ? moveMessage(processing, receipt, report) : 'IGNORED';
  }
  const { From: from, To: to, Body: text } = fields;
  const isText = kind === 'message.received' && from !== undefined && to !== undefined && text !== undefined;
  if (!isText) return 'IGNORED';
  await recordInboundText(to, receipt.createdAt);
  return applyKeyword(processing, receipt, { from, to, text });
};
