import { CommaList, HttpUrlList, ProviderSecret } from '@pas/platform/config/fields';
import { productionField, safeField, splitList } from '@pas/platform/config/rules';
import { areDoorsSigned, doorFields, unsignedDoors } from '@pas/shared/access/door-settings';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';
import { limitFields } from './calls/call-limits.ts';
import { callFields } from './providers/telephony-b/call-settings.ts';

const Secrets = CommaList.pipe(z.array(ProviderSecret).min(1, 'Expected at least one secret.'));

/** Whether a text is the canonical base64 of 32 bytes. */
const isRawKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text;
};

/** The points of small order, by their first 31 bytes (RFC 8032, section 5.1). With such a key, anybody can sign. */
const smallOrder: ReadonlySet<string> = new Set([
  '00'.repeat(31),
  `01${'00'.repeat(30)}`,
  `ec${'ff'.repeat(30)}`,
  `ed${'ff'.repeat(30)}`,
  `ee${'ff'.repeat(30)}`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc',
]);

const PublicKeys = productionField(
  CommaList.refine(
    (keys) => keys.length > 0 && keys.every(isRawKey),
    'Expected Ed25519 keys of 32 bytes in base64.',
  ),
  {
    demand: 'no key of small order, such as zeros',
    findFaults: (text) =>
      splitList(text).some((key) => smallOrder.has(Buffer.from(key, 'base64').toString('hex', 0, 31)))
        ? ['has a key of small order, with which anybody can sign. Take the key from the provider.']
        : [],
  },
);

/** Whether a text is a secret of Standard Webhooks: at least 16 bytes in base64, with or without `whsec_`. */
const isStandardSecret = (text: string): boolean => {
  const { length } = Buffer.from(text.replace(/^whsec_/, ''), 'base64');
  return /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(text) && length >= 16;
};

const HeaderName = safeField(
  z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'Expected the name of a header.')
    .transform((name) => name.toLowerCase()),
);

const HeaderPrefixes = safeField(CommaList.pipe(z.array(HeaderName).min(1)));

const fields = {
  ...serviceFields,
  ...busFields,
  ...doorFields,
  ...callFields,
  ...limitFields,
  TELEPHONY_A_AUTH_TOKENS: Secrets.describe(
    'The auth tokens that telephony-a signs with, separated by commas, newest first.',
  ),
  TELEPHONY_A_SIGNATURE_HEADER: HeaderName.default('x-telephony-a-signature').describe(
    'The header with the signature of telephony-a.',
  ),
  TELEPHONY_B_PUBLIC_KEYS: PublicKeys.describe(
    'The Ed25519 keys of telephony-b, each 32 bytes in base64, separated by commas, newest first.',
  ),
  TELEPHONY_B_SIGNATURE_HEADER: HeaderName.default('telephony-b-signature-ed25519').describe(
    'The header with the signature of telephony-b.',
  ),
  TELEPHONY_B_TIMESTAMP_HEADER: HeaderName.default('telephony-b-timestamp').describe(
    'The header with the time that telephony-b has signed.',
  ),
  PAYMENTS_WEBHOOK_SECRETS: Secrets.describe(
    'The signing secrets of the payments provider, separated by commas, newest first.',
  ),
  PAYMENTS_SIGNATURE_HEADER: HeaderName.default('payments-signature').describe(
    'The header with the signature of the payments provider.',
  ),
  IDENTITY_WEBHOOK_SECRETS: Secrets.refine(
    (secrets) => secrets.every(isStandardSecret),
    'Expected at least 16 bytes in base64, with or without `whsec_`.',
  ).describe(
    'The webhook secrets of the identity provider (Standard Webhooks), separated by commas, newest first.',
  ),
  IDENTITY_HEADER_PREFIXES: HeaderPrefixes.default(['webhook', 'svix']).describe(
    'The prefixes of the identity provider’s headers `-id`, `-timestamp` and `-signature`, separated by commas.',
  ),
  PUBLIC_WEBHOOK_URL: HttpUrlList.describe(
    'The addresses under which providers reach the system, separated by commas. telephony-a signs them.',
  ),
};

/** The settings of the webhooks service. */
export const WebhooksConfig = z.object(fields).refine(areDoorsSigned, unsignedDoors);
export type WebhooksConfig = z.output<typeof WebhooksConfig>;
