import { randomUUID } from 'node:crypto';
import type { CorpusKeys, WebhookCase } from './webhook-case.ts';
import { nowSeconds, signTelephonyB, type SentWebhook } from './sign-webhook.ts';

const event = (): string =>
  JSON.stringify({
    data: { record_type: 'event', event_type: 'message.sent', id: randomUUID(), payload: {} },
  });

const pretty = (): string => JSON.stringify(JSON.parse(event()), null, 4);

const [signatureHeader, timestampHeader] = ['telephony-b-signature-ed25519', 'telephony-b-timestamp'];

const withHeaders = (webhook: SentWebhook, headers: Record<string, string>): SentWebhook => ({
  ...webhook,
  headers: { ...webhook.headers, ...headers },
});

function validCases({ current, previous }: CorpusKeys): [string, SentWebhook][] {
  const { telephonyB: key } = current;
  const now = nowSeconds();
  return [
    ['an event', signTelephonyB(key, event())],
    ['signed with the previous key', signTelephonyB(previous.telephonyB, event())],
    ['a pretty-printed body', signTelephonyB(key, pretty())],
    ['a body with white space around it', signTelephonyB(key, `\r\n ${event()} \n`)],
    ['characters beyond ASCII', signTelephonyB(key, event().replace('{}', '{"text":"Tür \u{1F6AA}"}'))],
    ['signed four minutes ago', signTelephonyB(key, event(), { at: String(now - 240) })],
    ['signed in four minutes', signTelephonyB(key, event(), { at: String(now + 240) })],
    ['any path below the prefix', signTelephonyB(key, event(), { path: '/telephony-b/a/b/?c=d' })],
  ];
}

function brokenCases({ current, foreign }: CorpusKeys): [string, SentWebhook][] {
  const { telephonyB: key } = current;
  const now = nowSeconds();
  const good = signTelephonyB(key, event());
  const signature = good.headers[signatureHeader] ?? '';
  const at = good.headers[timestampHeader] ?? '';
  const signedAt = (text: string): SentWebhook => signTelephonyB(key, event(), { at: text });
  return [
    ['no signature', withHeaders(good, { [signatureHeader]: '' })],
    ['no timestamp', withHeaders(good, { [timestampHeader]: '' })],
    ['a foreign key', signTelephonyB(foreign.telephonyB, event())],
    ['a body with one more space', { ...good, body: `${String(good.body)} ` }],
    ['a body formatted again', { ...good, body: JSON.stringify(JSON.parse(String(good.body)), null, 1) }],
    ['signed six minutes ago', signedAt(String(now - 360))],
    ['signed in six minutes', signedAt(String(now + 360))],
    ['a later timestamp', withHeaders(good, { [timestampHeader]: String(Number(at) + 1) })],
    ['a timestamp with letters', signedAt(`${now}abc`)],
    ['a timestamp with a sign', signedAt(`+${now}`)],
    ['a timestamp with a fraction', signedAt(`${now}.0`)],
    ['a timestamp in hex', signedAt(`0x${now.toString(16)}`)],
    ['a timestamp in milliseconds', signedAt(`${now}000`)],
    ['a signature in base64url', withHeaders(good, { [signatureHeader]: `-_${signature.slice(2)}` })],
    ['a signature without padding', withHeaders(good, { [signatureHeader]: signature.replace(/=+$/, '') })],
    [
      'a signature of 63 bytes',
      withHeaders(good, { [signatureHeader]: Buffer.alloc(63).toString('base64') }),
    ],
    [
      'a signature of null bytes',
      withHeaders(good, { [signatureHeader]: Buffer.alloc(64).toString('base64') }),
    ],
    ['a signature with a line break', withHeaders(good, { [signatureHeader]: `${signature} ` + signature })],
  ];
}

/** Makes valid and broken webhooks of telephony-b. */
export function telephonyBCorpus(keys: CorpusKeys): WebhookCase[] {
  return [
    ...validCases(keys).map(([name, webhook]) => ({ name, webhook, expected: 200 as const })),
    ...brokenCases(keys).map(([name, webhook]) => ({ name, webhook, expected: 401 as const })),
  ];
}
