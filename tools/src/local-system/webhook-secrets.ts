import { rawPublicKeyOf } from './public-key.ts';
import type { Secrets } from './secrets.ts';

/** Variables of the webhooks service that a caller of `script/server` may set. */
export const webhookVariableNames = [
  'TELEPHONY_A_AUTH_TOKENS',
  'TELEPHONY_B_PUBLIC_KEYS',
  'PAYMENTS_WEBHOOK_SECRETS',
  'IDENTITY_WEBHOOK_SECRETS',
  'PUBLIC_WEBHOOK_URL',
] as const;
type VariableName = (typeof webhookVariableNames)[number];

/** Secrets with which the webhooks service verifies, and with which played providers sign. */
export interface WebhookSecrets {
  variables: Readonly<Record<VariableName, string>>;
  signing: {
    telephonyA: string;
    /** PEM (PKCS #8). */
    telephonyBPrivateKey: string;
    payments: string;
    identity: string;
  };
  publicWebhookUrl: string;
}

const firstOf = (list: string): string => list.split(',')[0]?.trim() ?? '';

/**
 * Merges the caller's variables with the system's own secrets. The first symmetric secret of each list signs. The
 * private keys of the caller's telephony-b keys are unknown, so the system's own key is appended.
 *
 * @param publicUrls default addresses at which providers reach the system
 */
export function arrangeWebhookSecrets(
  given: Readonly<Record<string, string>>,
  secrets: Secrets,
  publicUrls: readonly string[],
): WebhookSecrets {
  const ownKey = rawPublicKeyOf(secrets.telephonyBPrivateKey);
  const givenKeys = given['TELEPHONY_B_PUBLIC_KEYS'];
  const variables = {
    TELEPHONY_A_AUTH_TOKENS: given['TELEPHONY_A_AUTH_TOKENS'] ?? secrets.telephonyAAuthToken,
    TELEPHONY_B_PUBLIC_KEYS: givenKeys ? `${givenKeys},${ownKey}` : ownKey,
    PAYMENTS_WEBHOOK_SECRETS: given['PAYMENTS_WEBHOOK_SECRETS'] ?? secrets.paymentsWebhookSecret,
    IDENTITY_WEBHOOK_SECRETS: given['IDENTITY_WEBHOOK_SECRETS'] ?? secrets.identityWebhookSecret,
    PUBLIC_WEBHOOK_URL: given['PUBLIC_WEBHOOK_URL'] ?? publicUrls.join(','),
  };
  return {
    variables,
    signing: {
      telephonyA: firstOf(variables.TELEPHONY_A_AUTH_TOKENS),
      telephonyBPrivateKey: secrets.telephonyBPrivateKey,
      payments: firstOf(variables.PAYMENTS_WEBHOOK_SECRETS),
      identity: firstOf(variables.IDENTITY_WEBHOOK_SECRETS),
    },
    publicWebhookUrl: firstOf(variables.PUBLIC_WEBHOOK_URL),
  };
}
