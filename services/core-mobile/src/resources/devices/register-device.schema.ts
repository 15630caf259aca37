import { normalizeUrl } from '@pas/platform/outbound/outbound-url';
import { whenValid } from '@pas/platform/http/valid-fields';
import { z } from 'zod';

const printable = /^[\x21-\x7e]+$/;

/** Accepts a word of the list in any case, and parses it to upper case. */
const wordOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z
    .string()
    .max(20)
    .toUpperCase()
    .pipe(z.enum(words, `Expected ${words.join(', ')}.`));

const base64url = z
  .string()
  .max(200)
  .regex(/^[\w+/-]+={0,2}$/, 'Expected base64.');

/** Keys of a subscription (RFC 8291): a P-256 point of 65 bytes and a secret of 16 bytes. */
const keys = z
  .object({
    p256dh: base64url.refine((text) => Buffer.from(text, 'base64url').length === 65, 'Expected 65 bytes.'),
    auth: base64url.refine((text) => Buffer.from(text, 'base64url').length === 16, 'Expected 16 bytes.'),
  })
  .meta({ description: 'Keys of the web push subscription, as provided by the browser.' });

type RegistrationInput = { provider?: string; token?: unknown; endpoint?: unknown; keys?: unknown };

const requiredFields = (provider: string | undefined): readonly (keyof RegistrationInput)[] =>
  provider === 'WEBPUSH' ? ['endpoint', 'keys'] : ['token'];

/** A push token or web push subscription that an app registers. */
export const RegisterDevice = z
  .object({
    provider: wordOf('FCM', 'APNS', 'WEBPUSH').meta({
      description: 'The push service: FCM, APNS or WEBPUSH, in any case.',
      example: 'FCM',
    }),
    token: z
      .string()
      .max(4096)
      .regex(printable, 'Use printable characters without blanks.')
      .optional()
      .meta({ description: 'The push token. Required for FCM and APNS.', example: 'cX3k-token-of-the-app' }),
    endpoint: z
      .string()
      .regex(printable, 'Expected a URL.')
      .overwrite(normalizeUrl)
      .max(2048)
      .optional()
      .meta({
        description: 'The address of the web push subscription. Required for WEBPUSH.',
        example: 'https://push.example/subscriptions/8d2c',
      }),
    keys: keys.optional(),
    platform: wordOf('IOS', 'ANDROID', 'WEB').nullable().optional().meta({
      description: 'IOS, ANDROID or WEB, in any case. Default: IOS for APNS, WEB for WEBPUSH.',
      example: 'ANDROID',
    }),
    installationId: z
      .string()
      .max(128)
      .regex(printable, 'Use printable characters.')
      .nullable()
      .optional()
      .meta({
        description:
          'Names the installation of the app. A registration with the same name replaces the token of the device.',
        example: '1f0e3a52-7d0c-4f8e-9b46-2f1c6f0c9a77',
      }),
    appVersion: z
      .string()
      .min(1)
      .max(50)
      .regex(/^\P{Cc}*$/u, 'Use one line without control characters.')
      .nullable()
      .optional()
      .meta({ example: '4.12.0' }),
  })
  .superRefine(
    (input, context) => {
      const given = input as RegistrationInput;
      for (const name of requiredFields(given.provider))
        if (given[name] === undefined)
          context.addIssue({
            code: 'custom',
            path: [name],
            message: `${name} is required for ${given.provider ?? 'this provider'}.`,
            params: { code: 'required' },
          });
    },
    { when: whenValid('provider') },
  )
  .meta({
    examples: [
      { provider: 'FCM', token: 'cX3k-token-of-the-app', platform: 'ANDROID', appVersion: '4.12.0' },
    ],
  });
export type RegisterDevice = z.output<typeof RegisterDevice>;
