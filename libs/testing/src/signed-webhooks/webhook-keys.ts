import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** Signing keys of the simulated providers. */
export interface WebhookKeys {
  telephonyA: string;
  telephonyB: KeyObject;
  payments: string;
  identity: string;
}

const secret = (): string => randomBytes(32).toString('base64url');

/** Makes secrets that no other test uses. */
export function newWebhookKeys(): WebhookKeys {
  return {
    telephonyA: secret(),
    telephonyB: generateKeyPairSync('ed25519').privateKey,
    payments: `whsec_${secret()}`,
    identity: `whsec_${randomBytes(32).toString('base64')}`,
  };
}

/** Returns the 32 bytes of the public half in base64. */
function rawPublicKey(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

/** Returns the settings of a service that accepts the webhooks of these keys, newest first. */
export function webhookVariables(keys: readonly WebhookKeys[], publicUrls: readonly string[]) {
  return {
    TELEPHONY_A_AUTH_TOKENS: keys.map(({ telephonyA }) => telephonyA),
    TELEPHONY_A_SIGNATURE_HEADER: 'x-telephony-a-signature',
    TELEPHONY_B_PUBLIC_KEYS: keys.map(({ telephonyB }) => rawPublicKey(telephonyB)),
    TELEPHONY_B_SIGNATURE_HEADER: 'telephony-b-signature-ed25519',
    TELEPHONY_B_TIMESTAMP_HEADER: 'telephony-b-timestamp',
    PAYMENTS_WEBHOOK_SECRETS: keys.map(({ payments }) => payments),
    PAYMENTS_SIGNATURE_HEADER: 'payments-signature',
    IDENTITY_WEBHOOK_SECRETS: keys.map(({ identity }) => identity),
    IDENTITY_HEADER_PREFIXES: ['webhook', 'svix'],
    PUBLIC_WEBHOOK_URL: [...publicUrls],
  };
}
