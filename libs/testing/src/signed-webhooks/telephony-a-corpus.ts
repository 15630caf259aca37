import { createHash, randomUUID } from 'node:crypto';
import type { CorpusKeys, WebhookCase } from './webhook-case.ts';
import { signatureOfA, signTelephonyA, type SentWebhook } from './sign-webhook.ts';

type Fields = readonly (readonly [string, string])[];

/** Makes the fields of a report; each call makes another message. */
const report = (): Fields => [
  ['MessageSid', `SM${randomUUID()}`],
  ['MessageStatus', 'sent'],
  ['To', '+12125550123'],
  ['Empty', ''],
  ['umlaut', 'grüße & mehr=ja'],
  ['emoji', '\u{1F6AA}'],
  ['\uE000', 'sorted by bytes'],
  ['lower', 'case'],
  ['Upper', 'case'],
];

const status = '/telephony-a/messages/status';

/** Signs a JSON body whose hash is in the signed query. */
function signJson({ token, publicUrl }: { token: string; publicUrl: string }, body: string): SentWebhook {
  const hash = createHash('sha256').update(body).digest('hex');
  const path = `${status}?bodySHA256=${hash}`;
  const signature = signatureOfA({ token, publicUrl, path });
  const headers = { 'content-type': 'application/json', 'x-telephony-a-signature': signature };
  return { method: 'POST', path, headers, body };
}

const changed = (webhook: SentWebhook, part: Partial<SentWebhook>): SentWebhook => ({ ...webhook, ...part });

const withHeaders = (webhook: SentWebhook, headers: Record<string, string>): SentWebhook =>
  changed(webhook, { headers: { ...webhook.headers, ...headers } });

const header = 'x-telephony-a-signature';

/** Returns the public address with a port and without any. */
function spellPorts(publicUrl: string): [name: string, url: string][] {
  const without = publicUrl.replace(/:\d+$/, '');
  const port = publicUrl.startsWith('https') ? 443 : 80;
  return [
    ['signed with the port', without === publicUrl ? `${publicUrl}:${port}` : publicUrl],
    ['signed without a port', without],
  ];
}

function validCases({ current, previous, publicUrl }: CorpusKeys): [string, SentWebhook][] {
  const { telephonyA: token } = current;
  const sign = (path: string, fields: Fields = report()) =>
    signTelephonyA({ token, publicUrl, path, fields });
  const json = JSON.stringify({ MessageSid: `SM${randomUUID()}`, MessageStatus: 'sent' });
  return [
    ['a form', sign(status)],
    [
      'signed with the previous token',
      signTelephonyA({ token: previous.telephonyA, publicUrl, path: status, fields: report() }),
    ],
    ...spellPorts(publicUrl).map(([name, url]): [string, SentWebhook] => [
      name,
      signTelephonyA({ token, publicUrl: url, path: status, fields: report() }),
    ]),
    [
      'a repeated field, whose values count once',
      sign(status, [...report(), ['Media', 'b'], ['Media', 'a'], ['Media', 'b']]),
    ],
    ['a query', sign(`${status}?tenant=1&x=%20y`)],
    ['a path of its own', sign('/telephony-a/some/other/path')],
    ['a trailing slash', sign('/telephony-a/messages/')],
    ['the prefix itself', sign('/telephony-a')],
    [
      'a GET',
      signTelephonyA({
        token,
        publicUrl,
        path: `/telephony-a/voice/status?CallSid=CA${randomUUID()}&CallStatus=busy`,
        method: 'GET',
      }),
    ],
    ['a POST without a body', sign(`${status}?MessageSid=SM${randomUUID()}&MessageStatus=sent`, [])],
    ['JSON with its hash', signJson({ token, publicUrl }, json)],
    [
      'pretty-printed JSON with its hash',
      signJson({ token, publicUrl }, JSON.stringify({ MessageSid: randomUUID() }, null, 2)),
    ],
    [
      'a form with a charset',
      withHeaders(sign(status), { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
    ],
    [
      'spoofed forwarded headers',
      withHeaders(sign(status), { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'gopher' }),
    ],
  ];
}

function brokenCases({ current, foreign, publicUrl }: CorpusKeys): [string, SentWebhook][] {
  const { telephonyA: token } = current;
  const good = signTelephonyA({ token, publicUrl, path: status, fields: report() });
  const signature = good.headers[header] ?? '';
  const json = signJson({ token, publicUrl }, '{"MessageSid":"SM1"}');
  const unbound = signTelephonyA({ token, publicUrl, path: status });
  const evil = signTelephonyA({ token, publicUrl: 'https://evil.test', path: status, fields: report() });
  const { [header]: _none, ...unsigned } = good.headers;
  return [
    ['no signature', changed(good, { headers: unsigned })],
    ['an empty signature', withHeaders(good, { [header]: '' })],
    [
      'a foreign token',
      signTelephonyA({ token: foreign.telephonyA, publicUrl, path: status, fields: report() }),
    ],
    ['a changed field', changed(good, { body: `${String(good.body)}1` })],
    ['an added field', changed(good, { body: `${String(good.body)}&Extra=1` })],
    ['a changed query', changed(good, { path: `${status}?x=1` })],
    ['an added trailing slash', changed(good, { path: `${status}/` })],
    ['another path', changed(good, { path: '/telephony-a/voice' })],
    ['a signature without padding', withHeaders(good, { [header]: signature.replace(/=+$/, '') })],
    ['a signature in base64url', withHeaders(good, { [header]: `-${signature.slice(1)}` })],
    ['a signature in hex', withHeaders(good, { [header]: Buffer.from(signature, 'base64').toString('hex') })],
    [
      'a signature in other case',
      withHeaders(good, { [header]: signature.toLowerCase() + signature.toUpperCase() }),
    ],
    ['two signatures', withHeaders(good, { [header]: `${signature}, ${signature}` })],
    [
      'another public address, sent as Host',
      withHeaders(evil, { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }),
    ],
    [
      'JSON without its hash',
      changed(unbound, {
        body: '{"a":1}',
        headers: { ...unbound.headers, 'content-type': 'application/json' },
      }),
    ],
    ['JSON with the hash of another body', changed(json, { body: '{"MessageSid":"SM2"}' })],
    ['JSON that was formatted again', changed(json, { body: '{ "MessageSid": "SM1" }' })],
    [
      'a text that no signature covers',
      changed(json, { headers: { ...json.headers, 'content-type': 'text/plain' } }),
    ],
    ['a body without a content type', changed(unbound, { body: Buffer.from('a=1') })],
    ['a form sent as multipart', withHeaders(good, { 'content-type': 'multipart/form-data; boundary=x' })],
  ];
}

/** Makes valid and broken webhooks of telephony-a. */
export function telephonyACorpus(keys: CorpusKeys): WebhookCase[] {
  return [
    ...validCases(keys).map(([name, webhook]) => ({ name, webhook, expected: 200 as const })),
    ...brokenCases(keys).map(([name, webhook]) => ({ name, webhook, expected: 401 as const })),
  ];
}
