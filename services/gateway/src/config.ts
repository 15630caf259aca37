import { join } from 'node:path';
import {
  CommaList,
  EnvironmentName,
  ExactHttpUrl,
  HttpUrl,
  HttpUrls,
  JsonText,
  Origins,
  Pem,
  PemList,
  Port,
  ProviderSecret,
  SafeText,
  Secret,
} from '@pas/platform/config/fields';
import { findHttpFaults } from '@pas/platform/config/address-faults';
import { productionField, safeField } from '@pas/platform/config/rules';
import { TlsProxy } from '@pas/platform/config/tls-files';
import { processFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';
import { StaffIssuers } from './staff/staff-issuers.ts';

/** Replicas of one upstream; none if this gateway's role does not use it. */
const Replicas = HttpUrls.default([]);

/** Names of hosts, separated by commas. They choose nothing that the URLs do not name. */
const HostNames = safeField(CommaList).default([]);

/** The Cores' admin replicas by environment, as JSON: `{"DEV":["http://127.0.0.1:4001"]}`. */
const AdminUpstreams = productionField(
  JsonText.pipe(
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

/** Ranges of all addresses. With one of them, each client could choose its own apparent address. */
const everyAddress = /(^|,)\s*(0\.0\.0\.0\/0|::\/0)\s*(,|$)/;

const TrustedProxies = productionField(CommaList, {
  demand: 'not every address',
  findFaults: (text) =>
    everyAddress.test(text) ? ['trusts every address. Name the proxies in front of this gateway.'] : [],
}).default([]);

/** Requires https, so that nobody can read or replace tokens and keys of staff in transit. */
const ClosedStaffIssuers = productionField(StaffIssuers, {
  demand: 'https',
  findFaults: (text) => {
    const issuers = JSON.parse(text) as { issuer: string; jwksUrl: string }[];
    return [...new Set(issuers.flatMap(({ issuer, jwksUrl }) => [issuer, jwksUrl].flatMap(findHttpFaults)))];
  },
}).default([]);

const fields = z.object({
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
  REPLICAS_BY_DNS: HostNames.describe(
    'Hosts of the upstream URLs above. Each IP address of such a host is a replica; the host is looked up every 3 seconds.',
  ),
  STAFF_ISSUERS: ClosedStaffIssuers.describe(
    'The identity providers of staff, as a JSON list; services/gateway/README.md describes its fields.',
  ),
  OIDC_ISSUER: ExactHttpUrl.optional().describe(
    'The provider at which operators log in: an issuer of STAFF_ISSUERS. Without it there is no log-in.',
  ),
  OIDC_CLIENT_ID: SafeText.optional().describe('The client that the provider knows the gateway by.'),
  OIDC_CLIENT_SECRET: ProviderSecret.optional().describe(
    'The secret of the client. It also encrypts log-ins that are under way.',
  ),
  OIDC_SCOPE: SafeText.default('openid email profile').describe(
    'The scopes that a log-in asks for, separated by spaces.',
  ),
  PUBLIC_URL: HttpUrl.optional().describe('The address that browsers use. Default: PORTAL_URL.'),
  FURTHER_PUBLIC_URLS: HttpUrls.default([]).describe(
    'Further addresses at which operators may log in, separated by commas. The provider needs the redirect URI of each.',
  ),
  TLS_PROXY: TlsProxy.describe(
    '`loopback`: a proxy on this host ends TLS. The gateway then listens without TLS on a loopback HOST, and uses the ' +
      'X-Forwarded-* headers of loopback addresses.',
  ),
  TRUSTED_PROXIES: TrustedProxies.describe(
    'Trusted proxies: addresses or CIDR ranges whose X-Forwarded-* headers are used.',
  ),
  CORS_ORIGINS: Origins.default([]).describe('Origins whose pages may call the API from a browser.'),
  PORTAL_URL: HttpUrl.optional().describe('The residents’ portal. The start page links to it.'),
  PORTAL_IDENTITY_ISSUER: ExactHttpUrl.optional().describe(
    'The identity provider at which residents sign in to the portal: IDENTITY_ISSUER of the resident service. Its token ' +
      'endpoint must be on the same origin. Without it the portal signs in by password or passkey.',
  ),
  PORTAL_IDENTITY_CLIENT_ID: SafeText.optional().describe(
    'The public client (code flow with PKCE, no secret) that this provider knows the portal by.',
  ),
  MAILBOX_URL: HttpUrl.optional().describe('The mailbox of a local system. The start page links to it.'),
  SANDBOX_URL: HttpUrl.optional().describe('The sandbox of a local system. The start page links to it.'),
  OPENAPI_DIR: SafeText.default(join(import.meta.dirname, '../../../docs/openapi')).describe(
    'The directory of the API descriptions.',
  ),
  WEB_DIR: SafeText.default(join(import.meta.dirname, '../../../apps/web/dist')).describe(
    'The directory of the built console and portal. Where one is missing, its path is 404.',
  ),
  DOCS_DIR: SafeText.default(join(import.meta.dirname, '../../../apps/docs/dist')).describe(
    'The directory of the built documentation site. Without it, /docs leads to the viewer of the APIs.',
  ),
});

/** The settings that a log-in needs. If one is set, all must be set. */
const loginFields = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** Together they name one client of one provider. */
const portalIdentityFields = ['PORTAL_IDENTITY_ISSUER', 'PORTAL_IDENTITY_CLIENT_ID'] as const;

/** Every URL of an upstream. */
const upstreamUrls = (config: z.output<typeof fields>): string[] => [
  ...Object.values(config.ADMIN_UPSTREAMS).flat(),
  ...config.RESIDENT_URLS,
  ...config.CORE_MOBILE_URLS,
  ...config.WEBHOOKS_URLS,
];

/** Finds a setting of the portal's identity provider that is missing beside the other one. */
function findIdentityFaults(config: z.output<typeof fields>): string[] {
  const missing = portalIdentityFields.filter((name) => config[name] === undefined);
  if (missing.length !== 1) return [];
  return [`${missing.join()}: is missing, as the other of both is set.`];
}

/** Finds faults in the settings of the operators' log-in; none if no log-in is configured. */
function findLoginFaults(config: z.output<typeof fields>): string[] {
  if (loginFields.every((name) => config[name] === undefined)) return [];
  const { OIDC_ISSUER, STAFF_ISSUERS, PUBLIC_URL, PORTAL_URL, NODE_ENV } = config;
  const missing = loginFields.filter((name) => config[name] === undefined);
  const faults = missing.map((name) => `${name}: is missing, as the log-in of operators needs it.`);
  if (OIDC_ISSUER !== undefined && !STAFF_ISSUERS.some(({ issuer }) => issuer === OIDC_ISSUER)) {
    faults.push('OIDC_ISSUER: Expected an issuer of STAFF_ISSUERS.');
  }
  if ((PUBLIC_URL ?? PORTAL_URL) === undefined) faults.push('PUBLIC_URL: is missing, as is PORTAL_URL.');
  if (NODE_ENV === 'production' && OIDC_ISSUER?.startsWith('http:')) {
    faults.push('OIDC_ISSUER: Expected an https URL in production.');
  }
  return faults;
}

function findReplicaFaults(config: z.output<typeof fields>): string[] {
  const hosts = new Set(upstreamUrls(config).map((url) => new URL(url).hostname));
  const isKnown = config.REPLICAS_BY_DNS.every((host) => hosts.has(host));
  return isKnown ? [] : ['REPLICAS_BY_DNS: Expected hosts of upstream URLs.'];
}

/** The configuration of the gateway. */
export const GatewayConfig = fields.superRefine((config, context) => {
  const faults = [findReplicaFaults, findLoginFaults, findIdentityFaults].flatMap((find) => find(config));
  for (const message of faults) context.addIssue({ code: 'custom', message });
});
export type GatewayConfig = z.output<typeof GatewayConfig>;
