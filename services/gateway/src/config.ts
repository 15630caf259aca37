import { join } from 'node:path';
import { CommaList, EnvironmentName, HttpUrl, Pem, PemList, Port, Secret } from '@pas/platform/config/fields';
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
  SHARED_PORT: Port.optional().describe(
    'A second port, which other gateways on this host listen on too (SO_REUSEPORT). The kernel shares its connections out.',
  ),
  ENVIRONMENT: EnvironmentName.describe('The environment of requests that name none.'),
  GATEWAY_ROLE: z
    .enum(['api', 'webhooks', 'all'])
    .default('all')
    .describe('`webhooks` serves only the providers’ paths. The other two serve all paths.'),
  ASSERTION_PRIVATE_KEY: Pem.describe(
    'Ed25519 private key (PKCS #8 PEM) that signs the assertions about callers. Before it is changed, all services need the new public key.',
  ),
  CORE_JWT_PUBLIC_KEYS: PemList.describe('Ed25519 public keys (PEM) of Core JWTs, newest first.'),
  CORE_JWT_ISSUER: HttpUrl.describe('The issuer of Core JWTs: PORTAL_URL of the environment.'),
  API_KEY_PEPPER_SECRET: Secret.describe('The pepper under which API keys are hashed.'),
  ADMIN_UPSTREAMS: AdminUpstreams.describe('Admin replicas by environment, as JSON.'),
  RESIDENT_URLS: Replicas.describe('Resident replicas of the default environment.'),
  CORE_MOBILE_URLS: Replicas.describe('Core-mobile replicas of the default environment.'),
  WEBHOOKS_URLS: Replicas.describe('Webhook replicas of the default environment.'),
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
