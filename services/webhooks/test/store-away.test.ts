import { randomUUID } from 'node:crypto';
import { core } from '@pas/platform/mongo/connections';
import { signPayments, signTelephonyA } from '@pas/testing/signed-webhooks/sign-webhook';
import { connectApart } from '@pas/testing/test-databases';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { publicUrl, useWebhooks } from './webhooks-harness.ts';

const { keys, send } = await useWebhooks();
const { telephonyA: token, payments } = keys.current;

beforeAll(async () => {
  await connectApart(inject('mongoUrl'));
  await core.close();
});
afterAll(() => connectApart(inject('mongoUrl')));

test('503 with Retry-After: a webhook that is not stored is not acknowledged', async () => {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'invoice.paid' });
  const { status, headers } = await send(signPayments(payments, body));
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  const fields = [
    ['MessageSid', 'SM1'],
    ['MessageStatus', 'sent'],
  ] as const;
  const path = '/telephony-a/messages/status';
  expect((await send(signTelephonyA({ token, publicUrl, path, fields }))).status).toBe(503);
});

test.each(['/telephony-a/voice', '/telephony-a/voice/gather'])(
  '200: a caller at %s hears the notice while the store is away',
  async (path) => {
    const fields = [
      ['CallSid', `CA${randomUUID()}`],
      ['CallStatus', 'ringing'],
    ] as const;
    const startedAt = performance.now();
    const { status, body } = await send(signTelephonyA({ token, publicUrl, path, fields }));
    // The wait for a slow store.
    expect(performance.now() - startedAt).toBeLessThan(8000);
    expect([status, body]).toEqual([
      200,
      expect.stringMatching(/<Say[^>]*>.+<\/Say><Hangup\/><\/Response>$/),
    ]);
  },
);

test('401: an invalid signature gets no instructions', async () => {
  const webhook = signTelephonyA({ token: keys.foreign.telephonyA, publicUrl, path: '/telephony-a/voice' });
  expect((await send(webhook)).status).toBe(401);
});
