import { HttpUrl, Milliseconds, Pem, PemList, Secret, SecretList } from '@pas/platform/config/fields';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

const fields = {
  ...serviceFields,
  ...busFields,
  ADMIN_ROLE: z
    .enum(['api', 'workers', 'all'])
    .default('all')
    .describe('api answers requests, workers consume events and sweep, all does both.'),
  SWEEP_INTERVAL_MS: Milliseconds.min(100)
    .default(5000)
    .describe('How often workers store what time has done, such as invites that run out, in milliseconds.'),
  PORTAL_URL: HttpUrl.describe('Where residents open invites of this environment.'),
  INVITE_TOKEN_SECRETS: SecretList.describe('Secrets that invite tokens are derived from, newest first.'),
  API_KEY_PEPPER_SECRET: Secret.describe('The pepper under which API keys are hashed.'),
  API_KEYS_PER_TENANT: z.coerce
    .number()
    .int()
    .min(1)
    .default(25)
    .describe('How many live API keys a tenant may have.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .describe('The mail server, user and password included where it wants them.'),
  MAIL_FROM: z.string().min(3).describe('The sender of invites, `Name <address>`.'),
  AUDIT_CHECKPOINT_DIR: z
    .string()
    .min(1)
    .describe('Directory of the signed checkpoints of the audit; workers append to it, the API reads it.'),
  AUDIT_CHECKPOINT_PUBLIC_KEYS: PemList.describe(
    'Ed25519 public keys (PEM) whose checkpoints count, newest first.',
  ),
  AUDIT_CHECKPOINT_PRIVATE_KEY: Pem.optional().describe(
    'Ed25519 private key (PKCS #8 PEM) that signs checkpoints; workers need it, and no other process should have it.',
  ),
  AUDIT_CHECKPOINT_RECORDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(1000)
    .describe('After how many sealed records a chain gets a checkpoint at once.'),
  AUDIT_CHECKPOINT_INTERVAL_MS: Milliseconds.min(100)
    .default(60_000)
    .describe('How long a sealed record waits for a checkpoint at most, in milliseconds.'),
};

/** What the admin service reads from its environment. */
export const AdminConfig = z
  .object(fields)
  .refine(({ ADMIN_ROLE: role, AUDIT_CHECKPOINT_PRIVATE_KEY: key }) => role === 'api' || key !== undefined, {
    message: 'AUDIT_CHECKPOINT_PRIVATE_KEY: is missing; whoever seals the audit signs its checkpoints.',
  });
export type AdminConfig = z.output<typeof AdminConfig>;
