import { createHmac, createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { WebhookConfig } from '../config.ts';

/** A signed request to the system. */
export interface SignedWebhook {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An event as sent to the sandbox. */
export type ProviderEvent = Readonly<Record<string, unknown>>;

/** Signs an event as its provider does. */
export type SignEvent = (config: WebhookConfig, event: ProviderEvent) => SignedWebhook;

const json = 'application/json';

const now = (): string => String(Math.floor(Date.now() / 1000));

const hmac = (algorithm: string, key: string | Buffer, text: string) =>
  createHmac(algorithm, key).update(text);

/** Returns the path at which the provider reports these fields. */
function pathOfA({
  MessageStatus,
  MessageSid,
  SmsSid,
  Digits,
  SequenceNumber,
  CallDuration,
}: ProviderEvent): string {
  if (MessageStatus !== undefined) return '/telephony-a/messages/status';
  if ((MessageSid ?? SmsSid) !== undefined) return '/telephony-a/messages';
  if (Digits !== undefined) return '/telephony-a/voice/gather';
  return (SequenceNumber ?? CallDuration) === undefined ? '/telephony-a/voice' : '/telephony-a/voice/status';
}

/** Signs the fields of a form. A list field is sent once for each value. */
export const signTelephonyA: SignEvent = ({ telephonyAToken, publicUrl }, event) => {
  const { path: asked, ...fields } = event;
  const path = typeof asked === 'string' ? asked : pathOfA(fields);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) form.append(name, String(each));
  const names = [...new Set(form.keys())].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const text = names.map((name) =>
    [...new Set(form.getAll(name))]
      .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map((value) => name + value)
      .join(''),
  );
  const signature = hmac('sha1', telephonyAToken, publicUrl + path + text.join('')).digest('base64');
  return {
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-telephony-a-signature': signature },
    body: form.toString(),
  };
};

/** Signs an event. Adds a missing envelope and a missing id. */
export const signTelephonyB: SignEvent = ({ telephonyBKey }, event) => {
  const given = (event['data'] ?? event) as ProviderEvent;
  const made = { record_type: 'event', id: randomUUID(), occurred_at: new Date().toISOString() };
  const body = JSON.stringify({ data: { ...made, ...given }, meta: event['meta'] ?? { attempt: 1 } });
  const at = now();
  const signature = sign(null, Buffer.from(`${at}|${body}`), createPrivateKey(telephonyBKey)).toString(
    'base64',
  );
  return {
    path: '/telephony-b/events',
    headers: {
      'content-type': json,
      'telephony-b-signature-ed25519': signature,
      'telephony-b-timestamp': at,
    },
    body,
  };
};

/** Signs an event. Adds a missing id and time of creation. */
export const signPayments: SignEvent = ({ paymentsSecret }, event) => {
  const at = now();
  const made = { id: `evt_${randomUUID().replaceAll('-', '')}`, object: 'event', created: Number(at) };
  const body = JSON.stringify({ ...made, ...event });
  const signature = hmac('sha256', paymentsSecret, `${at}.${body}`).digest('hex');
  return {
    path: '/payments',
    headers: { 'content-type': json, 'payments-signature': `t=${at},v1=${signature}` },
    body,
  };
};

/** Signs an event by Standard Webhooks. `webhookId` is the id of the message and not part of the body. */
export const signIdentity: SignEvent = ({ identitySecret }, { webhookId, ...event }) => {
  const at = now();
  const id = typeof webhookId === 'string' ? webhookId : `msg_${randomUUID().replaceAll('-', '')}`;
  const body = JSON.stringify(event);
  const key = Buffer.from(identitySecret.replace(/^whsec_/, ''), 'base64');
  const signature = hmac('sha256', key, `${id}.${at}.${body}`).digest('base64');
  return {
    path: '/webhooks/identity',
    headers: {
      'content-type': json,
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
};
