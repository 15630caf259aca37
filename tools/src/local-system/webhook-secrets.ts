import { rawPublicKeyOf } from './public-key.ts';
import type { Secrets } from './secrets.ts';

/** The variables of the webhooks service that a caller of `script/server` may set. */
export const webhookVariableNames = [
  'TELEPHONY_A_AUTH_TOKENS',
  'TELEPHONY_B_PUBLIC_KEYS',
  'PAYMENTS_WEBHOOK_SECRETS',
  'IDENTITY_WEBHOOK_SECRETS',
  'PUBLIC_WEBHOOK_URL',
] as const;
type VariableName = (typeof webhookVariableNames)[number];

/** What the webhooks service verifies with, and what those who play a provider sign with. */
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
 * Merges what the caller has set with the system's own. The first symmetric secret of each list signs; nobody here has
 * the private half of the caller's telephony-b keys, so the system's own key is appended to them.
 *
 * @param publicUrls addresses under which providers reach the system, unless the caller names others
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
