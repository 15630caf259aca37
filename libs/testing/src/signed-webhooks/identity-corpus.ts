import { randomUUID } from 'node:crypto';
import type { CorpusKeys, WebhookCase } from './webhook-case.ts';
import { identityDigest, nowSeconds, signIdentity, type SentWebhook } from './sign-webhook.ts';

const event = (): string => JSON.stringify({ type: 'organization.created', data: { id: randomUUID() } });

const withHeaders = (webhook: SentWebhook, headers: Record<string, string>): SentWebhook => ({
  ...webhook,
  headers: { ...webhook.headers, ...headers },
});

function validCases({ current, previous, foreign }: CorpusKeys): [string, SentWebhook][] {
  const { identity: secret } = current;
  const body = event();
  const [id, at] = [`msg_${randomUUID()}`, String(nowSeconds())];
  const [mine, other] = [secret, foreign.identity].map((each) => identityDigest(each, `${id}.${at}.${body}`));
  const rotated = signIdentity(secret, body, { id, at });
  return [
    ['an event', signIdentity(secret, event())],
    ['signed with the previous secret', signIdentity(previous.identity, event())],
    ['the second family of headers', signIdentity(secret, event(), { prefix: 'svix' })],
    ['a pretty-printed body', signIdentity(secret, JSON.stringify(JSON.parse(event()), null, '\t'))],
    [
      'one of several signatures',
      withHeaders(rotated, { 'webhook-signature': `v1,${other} v1a,x v1,${mine}` }),
    ],
    ['signed in four minutes', signIdentity(secret, event(), { at: String(nowSeconds() + 240) })],
  ];
}

function brokenCases({ current, foreign }: CorpusKeys): [string, SentWebhook][] {
  const { identity: secret } = current;
  const now = nowSeconds();
  const good = signIdentity(secret, event());
  const svix = signIdentity(secret, event(), { prefix: 'svix' });
  const signature = good.headers['webhook-signature'] ?? '';
  const spelled = (at: string): SentWebhook => signIdentity(secret, event(), { at });
  const { 'svix-id': movedId = '', ...withoutId } = svix.headers;
  return [
    ['no signature', withHeaders(good, { 'webhook-signature': '' })],
    ['no id', withHeaders(good, { 'webhook-id': '' })],
    ['no timestamp', withHeaders(good, { 'webhook-timestamp': '' })],
    ['headers of two families', { ...svix, headers: { ...withoutId, 'webhook-id': movedId } }],
    ['another id', withHeaders(good, { 'webhook-id': 'msg_other' })],
    ['a foreign secret', signIdentity(foreign.identity, event())],
    ['a changed body', { ...good, body: `${String(good.body)}\n` }],
    ['another version', withHeaders(good, { 'webhook-signature': signature.replace('v1,', 'v2,') })],
    ['no version', withHeaders(good, { 'webhook-signature': signature.replace('v1,', '') })],
    ['a comma at the end', withHeaders(good, { 'webhook-signature': `${signature},` })],
    ['two spaces', withHeaders(good, { 'webhook-signature': `${signature}  ${signature}` })],
    ['a word in addition to the signature', withHeaders(good, { 'webhook-signature': `${signature} word` })],
    [
      'more signatures than a rotation has',
      withHeaders(good, { 'webhook-signature': `${signature}${' v1a,x'.repeat(32)}` }),
    ],
    ['no padding', withHeaders(good, { 'webhook-signature': signature.replace(/=+$/, '') })],
    ['signed six minutes ago', spelled(String(now - 360))],
    ['signed in six minutes', spelled(String(now + 360))],
    ['a timestamp with letters', spelled(`${now}abc`)],
    ['a timestamp in milliseconds', spelled(`${now}000`)],
    ['a timestamp with a space', withHeaders(good, { 'webhook-timestamp': `${now} 1` })],
  ];
}

/** Makes valid and broken webhooks of the identity provider. */
export function identityCorpus(keys: CorpusKeys): WebhookCase[] {
  return [
    ...validCases(keys).map(([name, webhook]) => ({ name, webhook, expected: 200 as const })),
    ...brokenCases(keys).map(([name, webhook]) => ({ name, webhook, expected: 401 as const })),
  ];
}
