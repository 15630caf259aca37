import { join } from 'node:path';
import {
  CommaList,
  EnvironmentName,
  HttpUrl,
  HttpUrls,
  Origins,
  Pem,
  PemList,
  SafeText,
  Secret,
} from '@pas/platform/config/fields';
import { findHttpFaults } from '@pas/platform/config/open-address';
import { productionField } from '@pas/platform/config/rules';
import { TlsProxy } from '@pas/platform/config/tls-files';
import { processFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

/** Replicas of one upstream; none where this gateway's role has no use for it. */
const Replicas = HttpUrls.default([]);

/** The Cores' admin replicas by environment, as JSON: `{"DEV":["http://127.0.0.1:4001"]}`. */
const AdminUpstreams = productionField(
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('Expected JSON.');
        return z.NEVER;
      }
    })
    .pipe(
      z.record(EnvironmentName, z.array(HttpUrl).min(1, 'Expected at least one URL for each environment.')),
    ),
  {
    demand: 'https',
    findFaults: (text) => {
      const urls = Object.values(JSON.parse(text) as Record<string, string[]>).flat();
      return [...new Set(urls.flatMap(findHttpFaults))];
    },
  },
).default({});

/** Every address there is: then each client could choose the address that its requests seem to come from. */
const everyAddress = /(^|,)\s*(0\.0\.0\.0\/0|::\/0)\s*(,|$)/;

const TrustedProxies = productionField(CommaList, {
  demand: 'not every address',
  findFaults: (text) =>
    everyAddress.test(text) ? ['trusts every address. Name the proxies in front of this gateway.'] : [],
}).default([]);

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
  TLS_PROXY: TlsProxy.describe(
    '`loopback`: a proxy on this host ends TLS in front of this gateway, which then listens plain on a loopback HOST and ' +
      'believes the X-Forwarded-* headers of loopback addresses.',
  ),
  TRUSTED_PROXIES: TrustedProxies.describe(
    'Trusted proxies: addresses or CIDR ranges whose X-Forwarded-* headers are used.',
  ),
  CORS_ORIGINS: Origins.default([]).describe('Origins whose pages may call the API from a browser.'),
  PORTAL_URL: HttpUrl.optional().describe('The residents’ portal. The start page links to it.'),
  MAILBOX_URL: HttpUrl.optional().describe('The mailbox of a local system. The start page links to it.'),
  SANDBOX_URL: HttpUrl.optional().describe('The sandbox of a local system. The start page links to it.'),
  OPENAPI_DIR: SafeText.default(join(import.meta.dirname, '../../../docs/openapi')).describe(
    'The directory of the API descriptions.',
  ),
});
export type GatewayConfig = z.output<typeof GatewayConfig>;
