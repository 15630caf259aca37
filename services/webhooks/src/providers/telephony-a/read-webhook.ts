import { hash } from 'node:crypto';
import { digestContacts } from '@pas/shared/personal/contact-digests';
import { parseJsonObject, type ReadWebhook } from '../read-webhook.ts';
import { mediaTypeOf, queryOf } from './verify.ts';
import { pathOf, type SignedRequest } from '../signed-request.ts';

/** The fields of a webhook of telephony-a. A form or a JSON object takes precedence over the query. */
export type TelephonyAFields = Readonly<Partial<Record<string, string>>>;

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

/** Returns the first value of each name. */
const firstValues = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...form].toReversed());

function readBody(request: SignedRequest, rawBody: Buffer): Record<string, string> {
  if (rawBody.length === 0) return {};
  if (mediaTypeOf(request) === 'application/json')
    return Object.fromEntries(Object.entries(parseJsonObject(rawBody)).filter(isText));
  return firstValues(new URLSearchParams(rawBody.toString()));
}

/** @throws invalid for a malformed JSON body */
export function readFields(request: SignedRequest, rawBody: Buffer): TelephonyAFields {
  return { ...firstValues(queryOf(request.url)), ...readBody(request, rawBody) };
}

/** The kind of a webhook of telephony-a. Its fields decide, because any path below the prefix may have any kind. */
type TelephonyAKind = 'message.status' | 'message.received' | 'call.status' | 'call.step' | 'unknown';

/** The final states of a call, in which it needs no instructions. */
const over: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'canceled', 'no-answer']);

/** Whether the state of a call is final. */
export const isOver = ({ CallStatus = '' }: TelephonyAFields): boolean => over.has(CallStatus);

const isStatusOfCall = (fields: TelephonyAFields): boolean => {
  const { SequenceNumber, CallbackSource, CallDuration } = fields;
  return (SequenceNumber ?? CallbackSource ?? CallDuration) !== undefined || isOver(fields);
};

const isStepOfCall = ({ Digits, DialCallStatus }: TelephonyAFields): boolean =>
  (Digits ?? DialCallStatus) !== undefined;

/** Recognises a webhook by its fields. */
export function kindOf(path: string, fields: TelephonyAFields): TelephonyAKind {
  const { MessageSid, SmsSid, CallSid, MessageStatus } = fields;
  if ((MessageSid ?? SmsSid) !== undefined)
    return MessageStatus === undefined ? 'message.received' : 'message.status';
  if (CallSid === undefined) return 'unknown';
  const isStatus = !isStepOfCall(fields) && (isStatusOfCall(fields) || path.endsWith('/status'));
  return isStatus ? 'call.status' : 'call.step';
}

/**
 * Returns the business key of a webhook, because the same report or step may have other bytes. Null for unknown kinds.
 */
function businessKey(kind: TelephonyAKind, url: string, fields: TelephonyAFields): string | null {
  const { MessageSid, SmsSid, CallSid, MessageStatus, CallStatus, SequenceNumber } = fields;
  const { Digits = '', DialCallStatus = '' } = fields;
  const messageId = MessageSid ?? SmsSid;
  if (kind === 'message.status') return `message ${messageId} ${MessageStatus}`;
  if (kind === 'message.received') return `text ${messageId}`;
  if (kind === 'call.step') return `step ${CallSid} ${url} ${Digits} ${DialCallStatus}`;
  return kind === 'call.status' ? `call ${CallSid} ${CallStatus} ${SequenceNumber ?? ''}` : null;
}

/**
 * Reads a verified webhook of telephony-a. The scheme has no event id. So repeats are recognized by the business key,
 * or by path, query and body.
 */
export const readTelephonyA: ReadWebhook = (request, rawBody) => {
  const fields = readFields(request, rawBody);
  const kind = kindOf(pathOf(request.url), fields);
  const digest = hash('sha256', Buffer.concat([Buffer.from(`${request.url}\n`), rawBody]), 'hex');
  const key = businessKey(kind, request.url, fields) ?? digest;
  return { key, eventType: kind, contactDigests: digestContacts(fields) };
};
