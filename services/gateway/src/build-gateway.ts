import { createPrivateKey, type KeyObject } from 'node:crypto';
import { describeBuild } from '@pas/platform/build/describe-build';
import type { HealthCheck } from '@pas/platform/health/readiness';
import { drainCheck, type Drain } from '@pas/platform/lifecycle/drain';
import type { Logger } from '@pas/platform/log/logger';
import { control, core } from '@pas/platform/mongo/connections';
import { mongoCheck } from '@pas/platform/mongo/health-checks';
import { assertionAudience, indexPublicKeys } from '@pas/shared/principal/assertion';
import { anonymous } from '@pas/shared/principal/principal';
import type { Express, RequestHandler, Router } from 'express';
import { createGatewayApp } from './app.ts';
import { createCallers } from './auth/callers.ts';
import { CredentialCache } from './auth/credential-cache.ts';
import { limitFailedCredentials } from './auth/failed-credentials.ts';
import { createIdentifier } from './auth/identify-caller.ts';
import { recordKeyUse } from './auth/record-key-use.ts';
import { createSealer, type Sealer } from './auth/seal-caller.ts';
import { createApiKeyVerifier, type KnownKey } from './auth/verify-api-key.ts';
import { createControllerKeyVerifier, type KnownController } from './auth/verify-controller-key.ts';
import { createCoreJwtVerifier, type KnownToken } from './auth/verify-core-jwt.ts';
import { unwatched, watchRevocations, type RevocationWatch } from './auth/watch-revocations.ts';
import type { GatewayConfig } from './config.ts';
import { edge } from './edge.ts';
import { createOperators } from './operators/create-operators.ts';
import { mountOperators, type MountOperators } from './operators/mount-operators.ts';
import type { KnownSession } from './operators/operator-session.ts';
import type { Operators } from './operators/operators.ts';
import { recordSessionUse } from './operators/record-session-use.ts';
import { ownPages } from './pages/own-pages.ts';
import { mongoBuckets } from './rate-limit/bucket-store.ts';
import { limitRates } from './rate-limit/limit-rates.ts';
import { countLiveGateways } from './rate-limit/live-gateways.ts';
import { createRefusalRecorder } from './record-refusal.ts';
import { groupMatcher, routeTable } from './route-table.ts';
import { createStaffKeys } from './staff/staff-keys.ts';
import { createStaffVerifier, type KnownStaff } from './staff/verify-staff-token.ts';
import { connectUpstreams } from './upstreams/connect-upstreams.ts';
import { createBulkheads } from './upstreams/bulkheads.ts';
import { observeUpstreams } from './upstreams/upstream-gauges.ts';
import { upstreamCheck } from './upstreams/upstream.ts';

export interface Gateway {
  app: Express;
  /** Stops the background work and writes pending data. */
  stop(): Promise<void>;
}

/** Creates the caches of verified credentials, one for each kind, and the change streams that keep them current. */
function watchCredentials({ GATEWAY_ROLE: role }: GatewayConfig, log: Logger) {
  const need = (): void => watch.need();
  const isControlLive = (): boolean => watch.isControlLive();
  const areBothLive = (): boolean => watch.isControlLive() && watch.isCoreLive();
  const caches = {
    keys: new CredentialCache<KnownKey>(isControlLive, need),
    tokens: new CredentialCache<KnownToken>(areBothLive, need),
    controllers: new CredentialCache<KnownController>(areBothLive, need),
    staff: new CredentialCache<KnownStaff>(isControlLive, need),
    sessions: new CredentialCache<KnownSession>(isControlLive, need),
  };
  const watch: RevocationWatch =
    role === 'webhooks' ? unwatched : watchRevocations(Object.values(caches), log);
  return { watch, ...caches };
}

/** Assembles the authentication of callers, with its change streams and batches. */
async function assembleAuth(config: GatewayConfig, log: Logger) {
  const coreJwtKeys = await indexPublicKeys(config.CORE_JWT_PUBLIC_KEYS);
  const { watch, keys, tokens, controllers, staff, sessions } = watchCredentials(config, log);
  const issuers = config.STAFF_ISSUERS.map((issuer) => ({
    ...issuer,
    keys: createStaffKeys(issuer.jwksUrl, log),
  }));
  const failures = limitFailedCredentials();
  const use = recordKeyUse(log);
  const sessionUse = recordSessionUse(log);
  const operators = createOperators(config, { issuers, cache: sessions, use: sessionUse, failures });
  const pepper = config.API_KEY_PEPPER_SECRET;
  const callers = createCallers({
    verifyApiKey: createApiKeyVerifier({ pepper, cache: keys }),
    coreJwts: createCoreJwtVerifier({
      publicKeys: coreJwtKeys,
      issuer: config.CORE_JWT_ISSUER,
      cache: tokens,
    }),
    controllerKeys: createControllerKeyVerifier({ pepper, cache: controllers }),
    failures,
    environment: config.ENVIRONMENT,
    operators,
    staffTokens: createStaffVerifier({
      issuers,
      cache: staff,
      environments: Object.keys(config.ADMIN_UPSTREAMS),
    }),
  });
  return {
    coreJwtKeys,
    callers,
    identify: createIdentifier(callers, failures),
    watch,
    operators,
    use,
    uses: [use, sessionUse],
  };
}

/** Checks whether assertions can be signed. Services accept no request without one. */
function keysCheck({ seal }: Sealer, environment: string): HealthCheck {
  return {
    name: 'keys',
    isCritical: true,
    check: async () => void (await seal(anonymous, assertionAudience('gateway', environment))),
  };
}

/** A webhook needs no look-up here, and its service answers even without the database. */
function storeChecks({ GATEWAY_ROLE: role }: GatewayConfig): HealthCheck[] {
  const needsControl = role !== 'webhooks';
  return [
    { ...mongoCheck('control', control), isCritical: needsControl },
    { ...mongoCheck('mongo', core), isCritical: false },
  ];
}

/** Builds the pages; none in a webhook ingress. */
function pagesOf(config: GatewayConfig, coreJwtKeys: ReadonlyMap<string, KeyObject>): Router | null {
  if (config.GATEWAY_ROLE === 'webhooks') return null;
  const { ENVIRONMENT, PORTAL_URL, MAILBOX_URL, SANDBOX_URL } = config;
  const { PORTAL_IDENTITY_ISSUER: issuer, PORTAL_IDENTITY_CLIENT_ID: clientId } = config;
  return ownPages({
    coreJwtKeys,
    openapiDirectory: config.OPENAPI_DIR,
    webDirectory: config.WEB_DIR,
    docsDirectory: config.DOCS_DIR,
    portalIdentity: issuer === undefined || clientId === undefined ? null : { issuer, clientId },
    links: {
      environment: ENVIRONMENT,
      portalUrl: PORTAL_URL,
      mailboxUrl: MAILBOX_URL,
      sandboxUrl: SANDBOX_URL,
    },
  });
}

/** Builds the routes of operators; none in a webhook ingress. */
function operatorsOf(
  { GATEWAY_ROLE: role }: GatewayConfig,
  operators: Operators | null,
  options: MountOperators,
): RequestHandler | null {
  return role === 'webhooks' ? null : mountOperators(operators, options);
}

/** Addresses whose `X-Forwarded-*` headers are believed: a declared TLS proxy on this host is one. */
const proxiesOf = ({ TLS_PROXY: proxy, TRUSTED_PROXIES: named }: GatewayConfig): string[] =>
  proxy === 'loopback' ? [...named, 'loopback'] : named;

const environmentsOf = ({ ENVIRONMENT: byDefault, ADMIN_UPSTREAMS: admins }: GatewayConfig) => ({
  byDefault,
  withCore: new Set(Object.keys(admins)),
});

/** Builds a gateway over open databases. */
export async function buildGateway(config: GatewayConfig, log: Logger, drain: Drain): Promise<Gateway> {
  const groups = routeTable(config.GATEWAY_ROLE);
  const { coreJwtKeys, callers, identify, watch, operators, use, uses } = await assembleAuth(config, log);
  const upstreams = await connectUpstreams(config, { groups, log });
  const gateways = countLiveGateways();
  const limiter = limitRates({ store: mongoBuckets, gateways, log });
  const sealer = createSealer(createPrivateKey(config.ASSERTION_PRIVATE_KEY));
  const environments = environmentsOf(config);
  const names = [...new Set([config.ENVIRONMENT, ...environments.withCore])];
  const findBulkhead = createBulkheads(groups, names, upstreams.find);
  const gauges = observeUpstreams({ upstreams: upstreams.all, groups, environments: names, findBulkhead });
  const recordRefusal = createRefusalRecorder(log);
  const app = createGatewayApp({
    log,
    build: describeBuild(config.BUILD_ID),
    operators: operatorsOf(config, operators, { environments, log, recordRefusal }),
    trustedProxies: proxiesOf(config),
    isProduction: config.NODE_ENV === 'production',
    corsOrigins: config.CORS_ORIGINS,
    healthChecks: [
      ...storeChecks(config),
      keysCheck(sealer, config.ENVIRONMENT),
      drainCheck(drain),
      ...watch.checks,
      ...upstreams.all.map(upstreamCheck),
    ],
    edge: edge({
      match: groupMatcher(groups),
      callers,
      identify,
      use,
      environments,
      limiter,
      findBulkhead,
      sealer,
      recordRefusal,
      stopping: drain.stopping.signal,
    }),
    pages: pagesOf(config, coreJwtKeys),
  });
  return {
    app,
    async stop() {
      gauges.stop();
      await Promise.all([upstreams, watch, limiter, gateways, ...uses].map((part) => part.stop()));
    },
  };
}
