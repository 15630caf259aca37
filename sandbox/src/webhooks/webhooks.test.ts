import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signIdentity, signPayments, signTelephonyA, signTelephonyB } from './sign.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

const config = {
  sendUrl: 'http://127.0.0.1:1',
  publicUrl: 'https://hooks.test',
  telephonyAToken: 'token-of-telephony-a',
  telephonyBKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  paymentsSecret: 'whsec_payments',
  identitySecret: `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`,
};

describe('the sandbox signs as a provider does', () => {
  test('telephony-a: the public address and the sorted fields', () => {
    const { path, headers, body } = signTelephonyA(config, { MessageStatus: 'sent', MessageSid: 'SM1' });
    const text = 'https://hooks.test/telephony-a/messages/statusMessageSidSM1MessageStatussent';
    const signature = createHmac('sha1', config.telephonyAToken).update(text).digest('base64');
    expect([path, headers['x-telephony-a-signature'], body]).toEqual([
      '/telephony-a/messages/status',
      signature,
      'MessageStatus=sent&MessageSid=SM1',
    ]);
  });

  test.each([
    [{ CallSid: 'CA1', CallStatus: 'ringing' }, '/telephony-a/voice'],
    [{ CallSid: 'CA1', Digits: '9' }, '/telephony-a/voice/gather'],
    [{ CallSid: 'CA1', CallStatus: 'completed', SequenceNumber: 3 }, '/telephony-a/voice/status'],
    [{ MessageSid: 'SM1', Body: 'STOP' }, '/telephony-a/messages'],
    [{ CallSid: 'CA1', path: '/telephony-a/x?y=z' }, '/telephony-a/x?y=z'],
  ])('telephony-a: %j goes to %s', (fields, path) => {
    expect(signTelephonyA(config, fields).path).toBe(path);
  });

  test('telephony-b: timestamp and body, in the provider’s envelope', () => {
    const { headers, body } = signTelephonyB(config, { event_type: 'call.initiated' });
    const signed = Buffer.from(`${headers['telephony-b-timestamp']}|${body}`);
    const signature = Buffer.from(headers['telephony-b-signature-ed25519'] ?? '', 'base64');
    expect(verify(null, signed, publicKey, signature)).toBe(true);
    expect(JSON.parse(body)).toMatchObject({
      data: { event_type: 'call.initiated', id: expect.any(String) as string },
    });
  });

  test('payments: an event keeps its id', () => {
    const { headers, body } = signPayments(config, { id: 'evt_1', type: 'invoice.paid' });
    const [, at = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['payments-signature'] ?? '') ?? [];
    expect(v1).toBe(createHmac('sha256', config.paymentsSecret).update(`${at}.${body}`).digest('hex'));
    expect(JSON.parse(body)).toMatchObject({ id: 'evt_1', type: 'invoice.paid' });
  });

  test('identity: id, timestamp and body', () => {
    const { headers, body } = signIdentity(config, { webhookId: 'msg_1', type: 'user.deleted', data: {} });
    const key = Buffer.from('0123456789abcdef01234567');
    const text = `msg_1.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(text).digest('base64')}`,
    );
    expect(body).toBe('{"type":"user.deleted","data":{}}');
  });
});
