import { createPublicKey, sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepSecrets, type Secrets } from './secrets.ts';
import { arrangeWebhookSecrets } from './webhook-secrets.ts';

const urls = ['http://127.0.0.1:8081', 'http://127.0.0.1:8080'];

/** Prefix of the SPKI of an Ed25519 key, before its 32 bytes (RFC 8410, section 4). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

describe('arrangeWebhookSecrets', () => {
  let dir: string;
  let secrets: Secrets;

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'property-access-'));
    secrets = keepSecrets(join(dir, 'secrets.json'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('uses its own secrets when the caller sets none', () => {
    const { variables, signing, publicWebhookUrl } = arrangeWebhookSecrets({}, secrets, urls);
    expect(signing.telephonyA).toBe(variables.TELEPHONY_A_AUTH_TOKENS);
    expect(signing.payments).toBe(variables.PAYMENTS_WEBHOOK_SECRETS);
    expect(signing.identity).toBe(variables.IDENTITY_WEBHOOK_SECRETS);
    expect(variables.PUBLIC_WEBHOOK_URL).toBe(urls.join(','));
    expect(publicWebhookUrl).toBe(urls[0]);
  });

  test('signs for telephony-b with a key whose public key the service has', () => {
    const { variables, signing } = arrangeWebhookSecrets({}, secrets, urls);
    const raw = Buffer.from(variables.TELEPHONY_B_PUBLIC_KEYS, 'base64');
    const key = createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' });
    const body = Buffer.from('1700000000|{}');
    expect(verify(null, body, key, sign(null, body, signing.telephonyBPrivateKey))).toBe(true);
  });

  test("signs with the first of the caller's secrets, and appends its own telephony-b key to the caller's", () => {
    const given = {
      TELEPHONY_A_AUTH_TOKENS: 'new-token, old-token',
      TELEPHONY_B_PUBLIC_KEYS: 'Q2FsbGVyIQ==',
      PUBLIC_WEBHOOK_URL: 'https://hooks.example.test',
    };
    const { variables, signing, publicWebhookUrl } = arrangeWebhookSecrets(given, secrets, urls);
    expect(signing.telephonyA).toBe('new-token');
    expect(variables.TELEPHONY_B_PUBLIC_KEYS).toMatch(/^Q2FsbGVyIQ==,[A-Za-z0-9+/]{43}=$/);
    expect(publicWebhookUrl).toBe('https://hooks.example.test');
  });
});
