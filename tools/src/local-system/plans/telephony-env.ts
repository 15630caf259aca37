import { urlOf, type Blueprint } from './blueprint.ts';

/** Account at telephony-a in the sandbox. */
export const telephonyAccountId = 'AC-local';

/** Returns the settings of call commands. The sandbox plays telephony-b. */
export const callsEnv = (blueprint: Blueprint): Record<string, string> => ({
  TELEPHONY_B_API_URL: `${urlOf(blueprint, 'sandbox')}/telephony-b/v2`,
  TELEPHONY_B_API_KEY: blueprint.secrets.telephonyBApiKey,
});

/** Returns the settings of text messages. The sandbox plays both providers. The numbers are reserved for fiction. */
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
