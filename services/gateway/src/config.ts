import { join } from 'node:path';
import {
  CommaList,
  EnvironmentName,
  HttpUrl,
  JsonText,
  Pem,
  PemList,
  Secret,
} from '@pas/platform/config/fields';
import { processFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';
import { StaffIssuers } from './staff/staff-issuers.ts';

/** Replicas of one upstream; none where this gateway's role has no use for it. */
const Replicas = CommaList.pipe(z.array(HttpUrl)).default([]);

/** The Cores' admin replicas by environment, as JSON: `{"DEV":["http://127.0.0.1:4001"]}`. */
const AdminUpstreams = JsonText.pipe(
  z.record(EnvironmentName, z.array(HttpUrl).min(1, 'Expected at least one URL for each environment.')),
).default({});

/** What the gateway reads from its environment. */
export const GatewayConfig = z.object({
  ...processFields,
  ENVIRONMENT: EnvironmentName.describe('The environment of requests that name none.'),
  GATEWAY_ROLE: z
    .enum(['api', 'webhooks', 'all'])
    .default('all')
    .describe('`webhooks` serves only the providers’ paths. The other two serve all paths.'),
  ASSERTION_PRIVATE_KEY: Pem.describe(
    'Ed25519 private key (PKCS #8 PEM) that signs the assertions about callers.',
  ),
  CORE_JWT_PUBLIC_KEYS: PemList.describe('Ed25519 public keys (PEM) of Core JWTs, newest first.'),
  CORE_JWT_ISSUER: HttpUrl.describe('The issuer of Core JWTs: PORTAL_URL of the environment.'),
  API_KEY_PEPPER_SECRET: Secret.describe('The pepper under which API keys are hashed.'),
  ADMIN_UPSTREAMS: AdminUpstreams.describe('Admin replicas by environment, as JSON.'),
  RESIDENT_URLS: Replicas.describe('Resident replicas of the default environment.'),
  CORE_MOBILE_URLS: Replicas.describe('Core-mobile replicas of the default environment.'),
  WEBHOOKS_URLS: Replicas.describe('Webhook replicas of the default environment.'),
  STAFF_ISSUERS: StaffIssuers.default([]).describe(
    'The identity providers of staff, as a JSON list; docs/deploy.md describes its fields.',
  ),
  TRUSTED_PROXIES: CommaList.default([]).describe(
    'Trusted proxies: addresses or CIDR ranges whose X-Forwarded-* headers are used.',
  ),
  CORS_ORIGINS: CommaList.default([]).describe('Origins whose pages may call the API from a browser.'),
  PORTAL_URL: HttpUrl.optional().describe('The residents’ portal. The start page links to it.'),
  MAILBOX_URL: HttpUrl.optional().describe('The mailbox of a local system. The start page links to it.'),
  SANDBOX_URL: HttpUrl.optional().describe('The sandbox of a local system. The start page links to it.'),
  OPENAPI_DIR: z
    .string()
    .default(join(import.meta.dirname, '../../../docs/openapi'))
    .describe('The directory of the API descriptions.'),
});
export type GatewayConfig = z.output<typeof GatewayConfig>;
