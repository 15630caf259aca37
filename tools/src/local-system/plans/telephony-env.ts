import { urlOf, type Blueprint } from './blueprint.ts';

/** The account at telephony-a that the sandbox knows. */
export const telephonyAccountId = 'AC-local';

/** How calls are commanded at the sandbox, which plays telephony-b. */
export const callsEnv = (blueprint: Blueprint): Record<string, string> => ({
  TELEPHONY_B_API_URL: `${urlOf(blueprint, 'sandbox')}/telephony-b/v2`,
  TELEPHONY_B_API_KEY: blueprint.secrets.telephonyBApiKey,
});

/** How admin sends texts by the sandbox, which plays both providers. The numbers are reserved for fiction. */
export function telephonyEnv(blueprint: Blueprint): Record<string, string> {
  const sandboxUrl = urlOf(blueprint, 'sandbox');
  const { telephonyAApiSecret } = blueprint.secrets;
  return {
    SMS_PROVIDER: 'TELEPHONY_A',
    TELEPHONY_A_API_URL: `${sandboxUrl}/telephony-a/v1`,
    TELEPHONY_A_ACCOUNT_ID: telephonyAccountId,
    TELEPHONY_A_API_SECRET: telephonyAApiSecret,
    TELEPHONY_A_SMS_FROM: '+12125550100',
    ...callsEnv(blueprint),
    TELEPHONY_B_SMS_FROM: '+12125550101',
    SMS_RECEIPTS_URL: urlOf(blueprint, 'webhook-gateway'),
  };
}
