import { HttpUrl, ProviderSecret, SafeText } from '@pas/platform/config/fields';
import { safeField } from '@pas/platform/config/rules';
import { z } from 'zod';
import { createTelephonyA } from './telephony-a.ts';
import { createTelephonyB } from './telephony-b.ts';
import type { TextCarrier } from './text-carrier.ts';
import { createTextSender, type TextSender } from './text-sender.ts';

const Sender = safeField(
  z.string().regex(/^\+[1-9]\d{6,14}$/, 'Expected a phone number in E.164, such as +12025550100.'),
);

/** Settings for sending texts. */
export const textFields = {
  SMS_PROVIDER: z
    .enum(['TELEPHONY_A', 'TELEPHONY_B'])
    .optional()
    .describe(
      'The telephony provider that sends texts for properties without a number of their own. Without it, no texts are sent, and a dispatch by SMS is 422 `channel_unavailable`.',
    ),
  TELEPHONY_A_API_URL: HttpUrl.optional().describe('The base of telephony-a’s REST API, with its version.'),
  TELEPHONY_A_ACCOUNT_ID: SafeText.optional().describe('The account at telephony-a.'),
  TELEPHONY_A_API_SECRET: ProviderSecret.optional().describe('The secret of that account for the REST API.'),
  TELEPHONY_A_SMS_FROM: Sender.optional().describe('The number from which telephony-a sends texts, E.164.'),
  TELEPHONY_B_API_URL: HttpUrl.optional().describe('The base of telephony-b’s REST API, with its version.'),
  TELEPHONY_B_API_KEY: ProviderSecret.optional().describe('The key for the REST API of telephony-b.'),
  TELEPHONY_B_SMS_FROM: Sender.optional().describe('The number from which telephony-b sends texts, E.164.'),
  SMS_RECEIPTS_URL: HttpUrl.optional().describe(
    'The public address of the webhooks, to which providers send the receipts of texts. Without it, no receipts are requested.',
  ),
};

const TextSettings = z.object(textFields);
type TextSettings = z.output<typeof TextSettings>;

const needed = {
  TELEPHONY_A: [
    'TELEPHONY_A_API_URL',
    'TELEPHONY_A_ACCOUNT_ID',
    'TELEPHONY_A_API_SECRET',
    'TELEPHONY_A_SMS_FROM',
  ],
  TELEPHONY_B: ['TELEPHONY_B_API_URL', 'TELEPHONY_B_API_KEY', 'TELEPHONY_B_SMS_FROM'],
} as const;

/** Lists the missing settings of the provider of texts. A process that only answers requests needs none. */
export function missingTextSettings(settings: Partial<TextSettings> & { ADMIN_ROLE?: string }): string[] {
  const { SMS_PROVIDER: provider, ADMIN_ROLE: role } = settings;
  if (provider === undefined || role === 'api') return [];
  return needed[provider].filter((name) => settings[name] === undefined);
}

function openTelephonyA(settings: TextSettings, receiptsUrl: string | null): TextCarrier | undefined {
  const { TELEPHONY_A_API_URL: apiUrl, TELEPHONY_A_ACCOUNT_ID: accountId } = settings;
  const { TELEPHONY_A_API_SECRET: apiSecret, TELEPHONY_A_SMS_FROM: from } = settings;
  if (apiUrl === undefined || accountId === undefined || apiSecret === undefined || from === undefined)
    return undefined;
  return createTelephonyA({ apiUrl, accountId, apiSecret, from, receiptsUrl });
}

function openTelephonyB(settings: TextSettings, receiptsUrl: string | null): TextCarrier | undefined {
  const { TELEPHONY_B_API_URL: apiUrl, TELEPHONY_B_API_KEY: apiKey, TELEPHONY_B_SMS_FROM: from } = settings;
  if (apiUrl === undefined || apiKey === undefined || from === undefined) return undefined;
  return createTelephonyB({ apiUrl, apiKey, from, receiptsUrl });
}

/** Creates the clients of the configured telephony providers; null when no provider sends texts. */
export function openTextSender(settings: TextSettings): TextSender | null {
  const { SMS_PROVIDER: usual, SMS_RECEIPTS_URL: receiptsUrl = null } = settings;
  if (usual === undefined) return null;
  const [a, b] = [openTelephonyA(settings, receiptsUrl), openTelephonyB(settings, receiptsUrl)];
  return createTextSender({
    usual,
    byProvider: { ...(a && { TELEPHONY_A: a }), ...(b && { TELEPHONY_B: b }) },
  });
}
