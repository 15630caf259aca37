import { randomUUID } from 'node:crypto';
import type { CorpusKeys, WebhookCase } from './webhook-case.ts';
import { nowSeconds, paymentsDigest, signPayments, type SentWebhook } from './sign-webhook.ts';

const event = (): string =>
  JSON.stringify({ id: `evt_${randomUUID()}`, type: 'charge.succeeded', created: 1 });

const header = 'payments-signature';

const signedAs = (webhook: SentWebhook, value: string): SentWebhook => ({
  ...webhook,
  headers: { ...webhook.headers, [header]: value },
});

function validCases({ current, previous, foreign }: CorpusKeys): [string, SentWebhook][] {
  const { payments: secret } = current;
  const now = String(nowSeconds());
  const body = event();
  const [ownDigest, foreignDigest] = [secret, foreign.payments].map((each) =>
    paymentsDigest(each, now, body),
  );
  const sent = signPayments(secret, body);
  return [
    ['an event', signPayments(secret, event())],
    ['signed with the previous secret', signPayments(previous.payments, event())],
    ['a pretty-printed body', signPayments(secret, JSON.stringify(JSON.parse(event()), null, 2))],
    ['a body that ends with a line break', signPayments(secret, `${event()}\n`)],
    [
      'one of several signatures',
      signedAs(sent, `t=${now},v1=${foreignDigest},v1=${ownDigest},v0=${foreignDigest}`),
    ],
    ['signed four minutes ago', signPayments(secret, event(), { at: String(nowSeconds() - 240) })],
  ];
}

function brokenCases({ current, foreign }: CorpusKeys): [string, SentWebhook][] {
  const { payments: secret } = current;
  const now = nowSeconds();
  const body = event();
  const good = signPayments(secret, body, { at: String(now) });
  const digest = paymentsDigest(secret, String(now), body);
  const signedAt = (at: string): SentWebhook => signPayments(secret, event(), { at });
  return [
    ['no signature', signedAs(good, '')],
    ['a foreign secret', signPayments(foreign.payments, event())],
    ['a secret without its prefix', signPayments(secret.replace(/^whsec_/, ''), event())],
    ['a changed body', { ...good, body: `${body} ` }],
    ['no timestamp', signedAs(good, `v1=${digest}`)],
    ['two timestamps', signedAs(good, `t=${now},t=${now},v1=${digest}`)],
    ['another timestamp', signedAs(good, `t=${now + 1},v1=${digest}`)],
    ['an empty v1', signedAs(good, `t=${now},v1=`)],
    ['a v1 that is too short', signedAs(good, `t=${now},v1=abc`)],
    ['no v1', signedAs(good, `t=${now}`)],
    ['only v0', signedAs(good, `t=${now},v0=${digest}`)],
    ['upper-case hex', signedAs(good, `t=${now},v1=${digest.toUpperCase()}`)],
    ['base64', signedAs(good, `t=${now},v1=${Buffer.from(digest, 'hex').toString('base64')}`)],
    ['a space after a comma', signedAs(good, `t=${now}, v1=${digest}`)],
    ['a comma at the end', signedAs(good, `t=${now},v1=${digest},`)],
    ['a comma at the start', signedAs(good, `,t=${now},v1=${digest}`)],
    ['two commas', signedAs(good, `t=${now},,v1=${digest}`)],
    ['an element without a value', signedAs(good, `t=${now},v1=${digest},v0`)],
    ['an element without a name', signedAs(good, `t=${now},v1=${digest},=x`)],
    ['a space before a scheme', signedAs(good, `t=${now},v1=${digest}, v0=x`)],
    [
      'another spelling in addition to the signature',
      signedAs(good, `t=${now},v1=${digest},v1=${digest.toUpperCase()}`),
    ],
    ['more elements than a rotation has', signedAs(good, `t=${now},v1=${digest}${',v0=x'.repeat(31)}`)],
    ['signed six minutes ago', signedAt(String(now - 360))],
    ['signed in six minutes', signedAt(String(now + 360))],
    ['a timestamp with letters', signedAt(`${now}abc`)],
    ['a negative timestamp', signedAt(`-${now}`)],
    ['a text that is not a signature', signedAs(good, '=,=;,,t')],
  ];
}

/** Makes other spellings of the path. They belong to no receiver, so they are refused despite their signature. */
function otherPaths({ current: { payments: secret } }: CorpusKeys): [string, SentWebhook][] {
  const paths = ['//payments', '/payments/', '/Payments', '/%70ayments', '/payments/x', '/./payments'];
  return paths.map((path) => [`the path ${path}`, { ...signPayments(secret, event()), path }]);
}

/** Makes valid and broken webhooks of the payments provider. */
export function paymentsCorpus(keys: CorpusKeys): WebhookCase[] {
  return [
    ...validCases(keys).map(([name, webhook]) => ({ name, webhook, expected: 200 as const })),
    ...brokenCases(keys).map(([name, webhook]) => ({ name, webhook, expected: 401 as const })),
    ...otherPaths(keys).map(([name, webhook]) => ({ name, webhook, expected: 404 as const })),
  ];
}
