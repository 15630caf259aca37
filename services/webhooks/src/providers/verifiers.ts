import type { WebhooksConfig } from '../config.ts';
import { identityVerifier } from './identity/verify.ts';
import { paymentsVerifier } from './payments/verify.ts';
import type { Verify } from './signed-request.ts';
import { telephonyAVerifier } from './telephony-a/verify.ts';
import { telephonyBVerifier } from './telephony-b/verify.ts';
import type { Provider } from '@pas/shared/models/webhook-receipt';

/** The settings for the verification of signatures. */
export type SignatureConfig = Pick<
  WebhooksConfig,
  | 'TELEPHONY_A_AUTH_TOKENS'
  | 'TELEPHONY_A_SIGNATURE_HEADER'
  | 'TELEPHONY_B_PUBLIC_KEYS'
  | 'TELEPHONY_B_SIGNATURE_HEADER'
  | 'TELEPHONY_B_TIMESTAMP_HEADER'
  | 'PAYMENTS_WEBHOOK_SECRETS'
  | 'PAYMENTS_SIGNATURE_HEADER'
  | 'IDENTITY_WEBHOOK_SECRETS'
  | 'IDENTITY_HEADER_PREFIXES'
  | 'PUBLIC_WEBHOOK_URL'
>;

/** Makes the verification of each provider's webhooks from the configuration. */
export function createVerifiers(config: SignatureConfig): Readonly<Record<Provider, Verify>> {
  return {
    'telephony-a': telephonyAVerifier({
      authTokens: config.TELEPHONY_A_AUTH_TOKENS,
      header: config.TELEPHONY_A_SIGNATURE_HEADER,
      publicUrls: config.PUBLIC_WEBHOOK_URL,
    }),
    'telephony-b': telephonyBVerifier({
      publicKeys: config.TELEPHONY_B_PUBLIC_KEYS,
      signatureHeader: config.TELEPHONY_B_SIGNATURE_HEADER,
      timestampHeader: config.TELEPHONY_B_TIMESTAMP_HEADER,
    }),
    payments: paymentsVerifier({
      secrets: config.PAYMENTS_WEBHOOK_SECRETS,
      header: config.PAYMENTS_SIGNATURE_HEADER,
    }),
    identity: identityVerifier({
      secrets: config.IDENTITY_WEBHOOK_SECRETS,
      prefixes: config.IDENTITY_HEADER_PREFIXES,
    }),
  };
}
