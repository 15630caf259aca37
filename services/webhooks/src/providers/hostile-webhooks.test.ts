import { generateKeyPairSync } from 'node:crypto';
import { formBodies } from '@pas/testing/hostile/form-bodies';
import { headerValues } from '@pas/testing/hostile/header-values';
import { maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import { inheritedNames, providerBodies } from '@pas/testing/hostile/provider-bodies';
import { describe, expect, test } from 'vitest';
import { readKeyword } from '../processing/read-keyword.ts';
import { identityVerifier } from './identity/verify.ts';
import { readIdentityReport } from './identity/read-event.ts';
import { readReport } from './payments/read-report.ts';
import { paymentsVerifier } from './payments/verify.ts';
import { identityReader, parseJsonObject, readPayments, readTelephonyB } from './read-webhook.ts';
import type { SignedRequest, Verify } from './signed-request.ts';
import { hasManyFields } from './telephony-a/form-text.ts';
import { readVoiceStatus, readVoiceStep } from './telephony-a/read-voice-step.ts';
import { readTelephonyA } from './telephony-a/read-webhook.ts';
import { telephonyAVerifier } from './telephony-a/verify.ts';
import { telephonyBVerifier } from './telephony-b/verify.ts';

const now = Date.now();
const timestamp = String(Math.floor(now / 1000));

/** The two newest secrets, as during a rotation. */
const secrets = ['a-secret-of-the-provider', 'an-older-secret-of-the-provider'];

const publicKey = (): string =>
  Buffer.from(
    String(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x),
    'base64url',
  ).toString('base64');

const verifyA = telephonyAVerifier({
  authTokens: secrets,
  header: 'signature',
  publicUrls: ['https://hooks.example.test', 'https://other.example.test/base'],
});

const verifiers: Readonly<Record<string, Verify>> = {
  'telephony-a': verifyA,
  'telephony-b': telephonyBVerifier({
    publicKeys: [publicKey(), publicKey()],
    signatureHeader: 'signature',
    timestampHeader: 'timestamp',
  }),
  payments: paymentsVerifier({ secrets, header: 'signature' }),
  identity: identityVerifier({ secrets, prefixes: ['webhook', 'svix'] }),
};

const form = 'application/x-www-form-urlencoded';

const requestWith = (signature: string, contentType = form): SignedRequest => ({
  method: 'POST',
  url: '/telephony-a/voice',
  headers: {
    'content-type': contentType,
    signature,
    timestamp,
    'webhook-id': 'id',
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  },
});

// Anybody may have sent a webhook until its signature is verified.
describe('a form of an unknown sender', () => {
  test.each(Object.entries(formBodies))('with %s is refused immediately', (_name, make) => {
    const body = Buffer.from(make());
    const { processorMs } = measureCost(() => verifyA(requestWith('x'), body, now));
    expect(verifyA(requestWith('x'), body, now)).toMatchObject({ isValid: false });
    expect(processorMs).toBeLessThan(maxProcessorMs);
  });

  test('with a thousand fields is sorted, and a larger one is not', () => {
    const fields = (count: number): Buffer =>
      Buffer.from(Array.from({ length: count }, (_, index) => `k${index}=1`).join('&'));
    expect(verifyA(requestWith('x'), fields(1000), now)).toEqual({
      isValid: false,
      reason: 'signature_wrong',
    });
    expect(verifyA(requestWith('x'), fields(1001), now)).toEqual({ isValid: false, reason: 'body_unbound' });
  });

  test('with a long query is refused immediately', () => {
    const body = Buffer.alloc(1024 * 1024, 'a=');
    for (const query of ['bodySHA256=a&', '%41', '..%2f', 'a=b&']) {
      const request = { ...requestWith('x'), url: `/telephony-a?${query.repeat(3000)}` };
      expect(measureCost(() => verifyA(request, body, now)).processorMs).toBeLessThan(maxProcessorMs);
    }
  });
});

describe.each(Object.entries(verifiers))('a signature for %s', (_name, verify) => {
  const body = Buffer.alloc(1024 * 1024, 'x');
  const signatures = {
    ...headerValues,
    'many signatures': () => `t=${timestamp},${`v1=${'a'.repeat(64)},`.repeat(200)}`,
    'many signatures with spaces': () => `v1,${'a'.repeat(43)}= `.repeat(300),
  };

  test.each(Object.entries(signatures))('with %s is refused immediately', (_value, make) => {
    const request = requestWith(make());
    const { processorMs } = measureCost(() => verify(request, body, now));
    expect(verify(request, body, now)).toMatchObject({ isValid: false });
    expect(processorMs).toBeLessThan(maxProcessorMs);
  });
});

describe('a verified webhook', () => {
  const readIdentity = identityReader(() => 'id');
  const request = requestWith('x', 'application/json');
  const readers = {
    identity: (body: Buffer) => [readIdentity(request, body), readIdentityReport(parseJsonObject(body))],
    payments: (body: Buffer) => [readPayments(request, body), readReport(parseJsonObject(body))],
    'telephony-b': (body: Buffer) => readTelephonyB(request, body),
    'telephony-a': (body: Buffer) => readTelephonyA(request, body),
  };

  describe.each(Object.entries(readers))('from %s', (_provider, read) => {
    test.each(Object.entries(providerBodies))('with %s is read or refused immediately', (_name, make) => {
      const body = make();
      const { processorMs, status } = measureCost(() => read(body));
      expect([200, 422]).toContain(status);
      expect(processorMs).toBeLessThan(maxProcessorMs);
    });
  });

  test('with the largest verifiable form is read immediately', () => {
    const forms = Object.entries(formBodies).map(([name, make]) => [name, Buffer.from(make())] as const);
    for (const [name, body] of forms.filter((each) => !hasManyFields(each[1]))) {
      const { processorMs } = measureCost(() => readTelephonyA(requestWith('x'), body));
      expect([name, processorMs < maxProcessorMs]).toEqual([name, true]);
    }
  });

  test('with a text of any length is not a keyword', () => {
    const text = `STOP${'\u0315\u0300\u05ae\u0301'.repeat(100_000)}`;
    expect(measureCost(() => readKeyword(text)).processorMs).toBeLessThan(maxProcessorMs);
    expect(readKeyword(text)).toBeNull();
  });
});

describe.each(inheritedNames)('the name %s of every object', (name) => {
  test('is an unknown type of an event', () => {
    expect(readIdentityReport({ type: name, data: { id: 'user' } })).toBeNull();
    const object = { id: 'sub', customer: 'cus', status: 'active' };
    expect(readReport({ type: name, created: 1, data: { object } })).toBeNull();
  });

  test('is an unknown status', () => {
    const object = { id: 'sub', customer: 'cus', status: name };
    expect(readReport({ type: 'customer.subscription.updated', created: 1, data: { object } })).toBeNull();
    expect(readVoiceStep({ CallSid: 'CA1', DialCallStatus: name })).toMatchObject({ status: 'NO_ANSWER' });
    expect(readVoiceStatus({ CallSid: 'CA1', CallStatus: name })).toBeNull();
  });
});
