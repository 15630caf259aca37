import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError, type WebhookRefusal } from '../src/index.ts';

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const event = {
  type: 'door.opened',
  timestamp: '2026-03-01T09:30:00.000Z',
  data: { accessEvent: { id: 'ace_1' } },
};
const body = JSON.stringify(event);
const sentAt = new Date('2026-03-01T09:30:05Z');
const now = sentAt.getTime();

/** Signs a request as the service does, by the reference library. */
function headersOf(text = body, by = secret, at = sentAt): Record<string, string> {
  return {
    'webhook-id': 'ev_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(by).sign('ev_1', at, text),
  };
}

async function refusalOf(verified: Promise<unknown>): Promise<WebhookRefusal | null> {
  const error: unknown = await verified.then(
    () => null,
    (each: unknown) => each,
  );
  return error instanceof WebhookVerificationError ? error.reason : null;
}

test('a signed request returns its event, narrowed by type', async () => {
  const verified = await verifyWebhook(body, headersOf(), secret, { now });
  expect(verified).toEqual({ id: 'ev_1', ...event });
  expect(verified.type === 'door.opened' ? verified.data.accessEvent?.id : null).toBe('ace_1');
});

test.each([
  ['text', body],
  ['bytes', new TextEncoder().encode(body)],
  ['a buffer of Node', Buffer.from(body)],
  ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
])('the body can be %s', async (_name, raw) => {
  expect(await verifyWebhook(raw, new Headers(headersOf()), secret, { now })).toMatchObject(event);
});

test('one of several secrets is enough, with one of several signatures', async () => {
  const next = newSecret();
  const both = {
    ...headersOf(),
    'webhook-signature': `${headersOf(body, next)['webhook-signature']} ${headersOf()['webhook-signature']}`,
  };
  expect(await verifyWebhook(body, both, secret, { now })).toMatchObject(event);
  expect(await verifyWebhook(body, headersOf(), [next, secret], { now })).toMatchObject(event);
});

test('an event of a type that this version does not know is kept', async () => {
  const text = JSON.stringify({ ...event, type: 'heating.failed' });
  expect(await verifyWebhook(text, headersOf(text), secret, { now })).toMatchObject({
    type: 'heating.failed',
  });
});

test('another body, id or secret matches no signature', async () => {
  expect(await refusalOf(verifyWebhook(`${body} `, headersOf(), secret, { now }))).toBe('no_match');
  expect(
    await refusalOf(verifyWebhook(body, { ...headersOf(), 'webhook-id': 'ev_2' }, secret, { now })),
  ).toBe('no_match');
  expect(await refusalOf(verifyWebhook(body, headersOf(), newSecret(), { now }))).toBe('no_match');
  expect(await refusalOf(verifyWebhook(body, headersOf(), [], { now }))).toBe('no_match');
});

test.each([
  [300, null],
  [301, 'too_old'],
  [-300, null],
  [-301, 'too_new'],
])('a request that is %i s old is refused: %s', async (ageSeconds, reason) => {
  expect(await refusalOf(verifyWebhook(body, headersOf(), secret, { now: now + ageSeconds * 1000 }))).toBe(
    reason,
  );
});

test.each([
  [{ 'webhook-id': undefined }, 'missing_header'],
  [{ 'webhook-signature': '' }, 'missing_header'],
  [{ 'webhook-signature': ['v1,a', 'v1,b'] }, 'missing_header'],
  [{ 'webhook-timestamp': '1e9' }, 'bad_timestamp'],
  [{ 'webhook-timestamp': ' 1' }, 'bad_timestamp'],
  [{ 'webhook-signature': 'v1' }, 'no_match'],
  [{ 'webhook-signature': 'v1,%%%' }, 'no_match'],
  [{ 'webhook-signature': `v2,${'A'.repeat(44)}` }, 'no_match'],
  [{ 'webhook-signature': 'v1,AAAA '.repeat(2000) }, 'no_match'],
])('the headers %j are refused: %s', async (changed, reason) => {
  expect(await refusalOf(verifyWebhook(body, { ...headersOf(), ...changed }, secret, { now }))).toBe(reason);
});

test('a signed body that is not JSON is refused', async () => {
  expect(await refusalOf(verifyWebhook('{', headersOf('{'), secret, { now }))).toBe('not_json');
});

test('a secret that is not base64 is a mistake of the caller', async () => {
  await expect(verifyWebhook(body, headersOf(), 'whsec_%', { now })).rejects.toThrow(TypeError);
});
