import { HttpUrl, ProviderSecret, SafeText } from '@pas/platform/config/fields';
import { z } from 'zod';
import { createCallCarrier, type CallCarrier } from './call-carrier.ts';

/** The settings of the call commands of telephony-b. */
export const callFields = {
  TELEPHONY_B_API_URL: HttpUrl.optional().describe(
    'The base of telephony-b’s REST API, with its version. Without it and TELEPHONY_B_API_KEY, calls of telephony-b are not answered.',
  ),
  TELEPHONY_B_API_KEY: ProviderSecret.optional().describe('The key for the REST API of telephony-b.'),
  TELEPHONY_B_CONNECTION_ID: SafeText.optional().describe(
    'The application at telephony-b from which residents are rung, if the account needs one.',
  ),
};

const CallSettings = z.object(callFields);

/** Creates the client for telephony-b's call commands; null if it is not configured. */
export function openCallCarrier(settings: z.output<typeof CallSettings>): CallCarrier | null {
  const { TELEPHONY_B_API_URL: apiUrl, TELEPHONY_B_API_KEY: apiKey } = settings;
  if (apiUrl === undefined || apiKey === undefined) return null;
  return createCallCarrier({ apiUrl, apiKey, connectionId: settings.TELEPHONY_B_CONNECTION_ID });
}
