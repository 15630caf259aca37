import { hash } from 'node:crypto';
import { digestContacts } from '@pas/shared/personal/contact-digests';
import { parseJsonObject, type ReadWebhook } from '../read-webhook.ts';
import { mediaTypeOf, queryOf } from './verify.ts';
import type { SignedRequest } from '../signed-request.ts';

/** The fields of a webhook of telephony-a: of a form, of a JSON object, and of the query where neither has them. */
export type TelephonyAFields = Readonly<Partial<Record<string, string>>>;

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

/** The first value of each name counts. */
const firstValues = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...form].toReversed());

function readBody(request: SignedRequest, rawBody: Buffer): Record<string, string> {
  if (rawBody.length === 0) return {};
  if (mediaTypeOf(request) === 'application/json')
    return Object.fromEntries(Object.entries(parseJsonObject(rawBody)).filter(isText));
  return firstValues(new URLSearchParams(rawBody.toString()));
}

/** @throws invalid for a JSON body that does not parse */
export function readFields(request: SignedRequest, rawBody: Buffer): TelephonyAFields {
  return { ...firstValues(queryOf(request.url)), ...readBody(request, rawBody) };
}

/** What a webhook of telephony-a is about, by its fields: any path below the prefix may carry any kind. */
type TelephonyAKind = 'message.status' | 'message.received' | 'call.status' | 'call.step' | 'unknown';

/** The states of a call that is over: nobody waits for instructions any more. */
const over: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'canceled', 'no-answer']);

/** Whether a call is over by its state. */
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

/** The business key of a webhook: the same report, or step of a call, may come in other bytes. Null for unknown ones. */
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
 * Reads a verified webhook of telephony-a. The scheme has no event id: repeats are recognised by the business key, or
 * else by path, query and body.
 */
export const readTelephonyA: ReadWebhook = (request, rawBody) => {
  const fields = readFields(request, rawBody);
  const path = request.url.split('?', 1)[0] ?? '';
  const kind = kindOf(path, fields);
  const digest = hash('sha256', Buffer.concat([Buffer.from(`${request.url}\n`), rawBody]), 'hex');
  const key = businessKey(kind, request.url, fields) ?? digest;
  return { key, eventType: kind, contactDigests: digestContacts(fields) };
};
