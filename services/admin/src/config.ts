import {
  HttpUrl,
  Milliseconds,
  Pem,
  PemList,
  SafeText,
  Secret,
  SecretList,
  SmtpUrl,
} from '@pas/platform/config/fields';
import { areDoorsSigned, doorFields, unsignedDoors } from '@pas/shared/access/door-settings';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';
import { missingTextSettings, textFields } from './dispatch/telephony/text-settings.ts';

const fields = {
  ...serviceFields,
  ...busFields,
  ...doorFields,
  ADMIN_ROLE: z
    .enum(['api', 'workers', 'all'])
    .default('all')
    .describe('api answers requests; workers consume events and run the sweeps; all does both.'),
  SWEEP_INTERVAL_MS: Milliseconds.min(100)
    .default(5000)
    .describe(
      'How often workers run the sweeps, such as the expiry of invites, in milliseconds. Those that may be late, such as reminders, run in every third or twelfth round.',
    ),
  PORTAL_URL: HttpUrl.describe('The address at which residents open invites of this environment.'),
  INVITE_TOKEN_SECRETS: SecretList.describe('Secrets that invite tokens are derived from, newest first.'),
  PASS_TOKEN_SECRETS: SecretList.describe(
    'Secrets that the links and PINs of passes are derived from, newest first; those of core-mobile.',
  ),
  PHONE_CODE_SECRET: Secret.describe(
    'Secret for deriving the codes that verify a phone or an e-mail. The resident service has the same one.',
  ),
  API_KEY_PEPPER_SECRET: Secret.describe('The pepper under which API keys are hashed.'),
  API_KEYS_PER_TENANT: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(25)
    .describe('How many live API keys a tenant may have.'),
  IMPORT_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(100_000)
    .describe('How many rows an imported table may have.'),
  SMTP_URL: SmtpUrl.describe('The mail server, with user and password if it needs them.'),
  MESSAGE_GIVE_UP_MS: Milliseconds.min(1000)
    .default(4 * 3_600_000)
    .describe(
      'How long a mail or text is tried again while its carrier does not take it, in milliseconds. Then it is FAILED.',
    ),
  ...textFields,
  WEBHOOK_ENDPOINT_SECRETS: SecretList.describe(
    'Secrets that encrypt the signing secrets of webhook endpoints, newest first.',
  ),
  MAIL_FROM: SafeText.min(3).describe('The sender of invites, `Name <address>`.'),
  AUDIT_CHECKPOINT_DIR: SafeText.min(1).describe(
    'Directory of the signed checkpoints of the audit. Workers append to it, and the API reads it.',
  ),
  AUDIT_CHECKPOINT_PUBLIC_KEYS: PemList.describe(
    'Ed25519 public keys (PEM) whose checkpoints are accepted, newest first.',
  ),
  AUDIT_CHECKPOINT_PRIVATE_KEY: Pem.optional().describe(
    'Ed25519 private key (PKCS #8 PEM) that signs checkpoints. Workers need it, and no other service may have it.',
  ),
  AUDIT_CHECKPOINT_RECORDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1000)
    .describe('The number of sealed records after which a chain gets a checkpoint at once.'),
  AUDIT_CHECKPOINT_INTERVAL_MS: Milliseconds.min(100)
    .default(60_000)
    .describe('The maximum time that a sealed record waits for a checkpoint, in milliseconds.'),
};

/** The settings of the admin service. */
export const AdminConfig = z
  .object(fields)
  .refine(({ ADMIN_ROLE: role, AUDIT_CHECKPOINT_PRIVATE_KEY: key }) => role === 'api' || key !== undefined, {
    message:
      'AUDIT_CHECKPOINT_PRIVATE_KEY: is missing. A process that seals the audit signs its checkpoints.',
    // Also where other variables are at fault: all faults are reported at once.
    when: () => true,
  })
  .refine(areDoorsSigned, unsignedDoors)
  .superRefine(
    (settings, context) => {
      for (const name of missingTextSettings(settings))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is missing. ${settings.SMS_PROVIDER} needs it.`,
        });
    },
    { when: () => true },
  );
export type AdminConfig = z.output<typeof AdminConfig>;
