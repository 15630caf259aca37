import { HttpUrl, Milliseconds, Secret, SecretList } from '@pas/shared/config/fields';
import { busFields, serviceFields } from '@pas/shared/config/service-fields';
import { z } from 'zod';

export const AdminConfig = z.object({
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
});
export type AdminConfig = z.output<typeof AdminConfig>;
