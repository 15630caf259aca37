import { join } from 'node:path';
import { CommaList, EnvironmentName, HttpUrl, Pem, PemList, Secret } from '@pas/platform/config/fields';
import { processFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

/** Replicas of one upstream; none where this gateway's role has no use for it. */
const Replicas = CommaList.pipe(z.array(HttpUrl)).default([]);

/** The Cores' admin replicas by environment, as JSON: `{"DEV":["http://127.0.0.1:4001"]}`. */
const AdminUpstreams = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('Expected JSON.');
      return z.NEVER;
    }
  })
  .pipe(z.record(EnvironmentName, z.array(HttpUrl).min(1, 'Expected at least one URL for each environment.')))
  .default({});

/** What the gateway reads from its environment. */
export const GatewayConfig = z.object({
  ...processFields,
  ENVIRONMENT: EnvironmentName.describe('The environment of requests that choose none.'),
  GATEWAY_ROLE: z
    .enum(['api', 'webhooks', 'all'])
    .default('all')
    .describe('`webhooks` serves the providers’ paths alone; the other two serve everything.'),
  ASSERTION_PRIVATE_KEY: Pem.describe('Ed25519 private key (PKCS #8 PEM) that seals who calls.'),
  CORE_JWT_PUBLIC_KEYS: PemList.describe('Ed25519 public keys (PEM) of Core JWTs, newest first.'),
  CORE_JWT_ISSUER: HttpUrl.describe('The issuer of Core JWTs: PORTAL_URL of the environment.'),
  API_KEY_PEPPER_SECRET: Secret.describe('The pepper under which API keys are hashed.'),
  ADMIN_UPSTREAMS: AdminUpstreams.describe('Admin replicas by environment, as JSON.'),
  RESIDENT_URLS: Replicas.describe('Resident replicas of the default environment.'),
  CORE_MOBILE_URLS: Replicas.describe('Core-mobile replicas of the default environment.'),
  WEBHOOKS_URLS: Replicas.describe('Webhook replicas of the default environment.'),
  TRUSTED_PROXIES: CommaList.default([]).describe(
    'Addresses or CIDR ranges whose X-Forwarded-* are believed.',
  ),
  CORS_ORIGINS: CommaList.default([]).describe('Origins whose pages may call the API from a browser.'),
  PORTAL_URL: HttpUrl.optional().describe('The residents’ portal, linked from the start page.'),
  MAILBOX_URL: HttpUrl.optional().describe('The mailbox of a local system, linked from the start page.'),
  SANDBOX_URL: HttpUrl.optional().describe('The sandbox of a local system, linked from the start page.'),
  OPENAPI_DIR: z
    .string()
    .default(join(import.meta.dirname, '../../../docs/openapi'))
    .describe('Where the API descriptions lie.'),
});
export type GatewayConfig = z.output<typeof GatewayConfig>;
