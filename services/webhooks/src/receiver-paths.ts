import type { Provider } from '@pas/shared/models/webhook-receipt';

/** A path for a provider's reports, for the API description. */
export interface ReceiverPath {
  provider: Provider;
  path: `/${string}`;
  method: 'get' | 'post';
  /** The name of the operation: a verb and a noun. */
  operationId: string;
  summary: string;
  description: string;
  /** The form of the event: a form, JSON, or the query. */
  sends: 'form' | 'json' | 'query';
  /** An example of an event. */
  example: Readonly<Record<string, unknown>>;
  /** The body of the answer. */
  answers: 'instructions' | 'receipt';
}

type NamedPath = Pick<ReceiverPath, 'path' | 'operationId' | 'summary' | 'description' | 'example'>;

const call = { CallSid: 'CA5f1d', From: '+12125550123', To: '+12025550123', Direction: 'inbound' };

const below =
  'Any other path below `/telephony-a` works in the same way, because the fields determine the kind.';

const namedOfA: readonly NamedPath[] = [
  {
    path: '/telephony-a/voice',
    operationId: 'reportCall',
    summary: 'A call to a virtual number begins',
    description: `The answer has the instructions for the call. While the data store is unavailable, it is a notice within a second that ends the call. If too many calls wait at the unit, the number or the tenant, it is a busy notice. The call then has the outcome BUSY. ${below}`,
    example: { ...call, CallStatus: 'ringing' },
  },
  {
    path: '/telephony-a/voice/gather',
    operationId: 'reportDigits',
    summary: 'A person on a call has pressed digits',
    description: 'The answer is the next instructions for the call.',
    example: { ...call, CallStatus: 'in-progress', Digits: '1' },
  },
  {
    path: '/telephony-a/voice/status',
    operationId: 'reportCallStatus',
    summary: 'The state of a call has changed',
    description: 'Late and repeated reports never move a call backwards.',
    example: { ...call, CallStatus: 'completed', CallDuration: '41', SequenceNumber: '3' },
  },
  {
    path: '/telephony-a/messages',
    operationId: 'reportText',
    summary: 'A person has sent a text',
    description:
      'STOP and START set the consent of the phone. HELP gets a reply in the language of the word, or of the number’s country.',
    example: { MessageSid: 'SM5f1d', From: '+12125550123', To: '+12025550123', Body: 'STOP' },
  },
  {
    path: '/telephony-a/messages/status',
    operationId: 'reportTextStatus',
    summary: 'The state of a text has changed',
    description: 'Moves the delivery of an invite, only forward. A report of an unknown text is ignored.',
    example: { MessageSid: 'SM5f1d', MessageStatus: 'delivered' },
  },
];

const telephonyA = namedOfA.flatMap((named): ReceiverPath[] => [
  { ...named, provider: 'telephony-a', method: 'post', sends: 'form', answers: 'instructions' },
  {
    ...named,
    provider: 'telephony-a',
    method: 'get',
    operationId: `${named.operationId}ByQuery`,
    summary: `${named.summary} (fields in the query)`,
    sends: 'query',
    answers: 'instructions',
  },
]);

const json = { method: 'post', sends: 'json', answers: 'receipt' } as const;

/** The documented paths, by provider. */
export const receiverPaths: readonly ReceiverPath[] = [
  ...telephonyA,
  {
    ...json,
    provider: 'telephony-b',
    path: '/telephony-b/events',
    operationId: 'reportTelephonyEvent',
    summary: 'An event of a call or a text',
    description:
      'An event in its envelope. Repeats are recognised by `data.id`. Any other path below `/telephony-b` works in the same way.',
    example: {
      data: {
        record_type: 'event',
        event_type: 'message.finalized',
        id: '0ccc7b54-4df3-4bca-a65a-3da1ecc777f0',
        occurred_at: '2026-03-01T09:30:00.000Z',
        payload: {
          id: '40385f64-5717-4562-b3fc-2c963f66afa6',
          to: [{ phone_number: '+12125550123', status: 'delivered' }],
        },
      },
      meta: { attempt: 1 },
    },
  },
  {
    ...json,
    provider: 'payments',
    path: '/payments',
    operationId: 'reportPayment',
    summary: 'An event of a subscription or an invoice',
    description:
      'Sets the billing state of the customer’s tenants. The time of the event decides, so the state never moves backwards. Repeats are recognised by `id`. A tenant in arrears keeps its doors.',
    example: {
      id: 'evt_1PqX',
      type: 'customer.subscription.updated',
      created: 1772357400,
      data: { object: { id: 'sub_1PqX', customer: 'cus_1PqX', status: 'active' } },
    },
  },
  {
    ...json,
    provider: 'identity',
    path: '/webhooks/identity',
    operationId: 'reportIdentity',
    summary: 'An event of a person or a session at the identity provider',
    description:
      'Names follow the provider; a ban, a deletion and an ended session end the sessions here. Repeats are recognised by `webhook-id`.',
    example: {
      type: 'user.updated',
      timestamp: 1772357400000,
      data: { id: 'user_2b7', first_name: 'Alex', last_name: 'Morgan', updated_at: 1772357400000 },
    },
  },
];
