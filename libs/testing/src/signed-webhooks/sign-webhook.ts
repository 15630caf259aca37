import { createHmac, sign, type KeyObject } from 'node:crypto';

/** A webhook to send. */
export interface SentWebhook {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | string | null;
}

/** Returns the seconds since 1970. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

interface SignA {
  token: string;
  publicUrl: string;
  path: string;
  method?: 'GET' | 'POST';
  /** Sent as a form. */
  fields?: readonly (readonly [string, string])[];
}

/** Returns the signature of telephony-a over an address and fields, as the provider documents it. */
export function signatureOfA({ token, publicUrl, path, fields = [] }: SignA): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of fields) values.set(name, (values.get(name) ?? new Set()).add(value));
  let text = publicUrl + path;
  const names = [...values.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const name of names) {
    const sorted = [...(values.get(name) ?? [])].toSorted((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    for (const value of sorted) text += name + value;
  }
  return createHmac('sha1', token).update(text).digest('base64');
}

/** Signs a form of telephony-a. */
export function signTelephonyA(asked: SignA): SentWebhook {
  const { path, method = 'POST', fields = [] } = asked;
  const headers: Record<string, string> = { 'x-telephony-a-signature': signatureOfA(asked) };
  if (method === 'GET' || fields.length === 0) return { method, path, headers, body: null };
  headers['content-type'] = 'application/x-www-form-urlencoded';
  const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
  return { method, path, headers, body };
}

/** Signs a body of telephony-b. */
export function signTelephonyB(
  key: KeyObject,
  body: string,
  { path = '/telephony-b/events', at = String(nowSeconds()) } = {},
): SentWebhook {
  const signature = sign(null, Buffer.from(`${at}|${body}`), key).toString('base64');
  return {
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/json',
      'telephony-b-signature-ed25519': signature,
      'telephony-b-timestamp': at,
    },
    body,
  };
}

/** Returns a payments signature in hex. */
export const paymentsDigest = (secret: string, at: string, body: string): string =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');

/** Signs a payments event. */
export function signPayments(
  secret: string,
  body: string,
  { path = '/payments', at = String(nowSeconds()) } = {},
): SentWebhook {
  const header = `t=${at},v1=${paymentsDigest(secret, at, body)}`;
  const headers = { 'content-type': 'application/json', 'payments-signature': header };
  return { method: 'POST', path, headers, body };
}

/** Returns an identity signature in base64. */
export function identityDigest(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(signed).digest('base64');
}

/** Signs an identity event. */
export function signIdentity(
  secret: string,
  body: string,
  { id = `msg_${crypto.randomUUID()}`, at = String(nowSeconds()), prefix = 'webhook' } = {},
): SentWebhook {
  return {
    method: 'POST',
    path: '/webhooks/identity',
    headers: {
      'content-type': 'application/json',
      [`${prefix}-id`]: id,
      [`${prefix}-timestamp`]: at,
      [`${prefix}-signature`]: `v1,${identityDigest(secret, `${id}.${at}.${body}`)}`,
    },
    body,
  };
}
