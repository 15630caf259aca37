import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { HealthCheck } from '@pas/platform/health/readiness';
import { drainCheck, type Drain } from '@pas/platform/lifecycle/drain';
import type { Logger } from '@pas/platform/log/logger';
import { control, core } from '@pas/platform/mongo/connections';
import { mongoCheck } from '@pas/platform/mongo/health-checks';
import { assertionAudience, indexPublicKeys } from '@pas/shared/principal/assertion';
import { anonymous } from '@pas/shared/principal/principal';
import type { Express, Router } from 'express';
import { createGatewayApp } from './app.ts';
import { createCallers } from './auth/callers.ts';
import { CredentialCache } from './auth/credential-cache.ts';
import { limitFailedCredentials } from './auth/failed-credentials.ts';
import { createIdentifier } from './auth/identify-caller.ts';
import { recordKeyUse } from './auth/record-key-use.ts';
import { createSealer, type Sealer } from './auth/seal-caller.ts';
import { createApiKeyVerifier, type KnownKey } from './auth/verify-api-key.ts';
import { createCoreJwtVerifier, type KnownToken } from './auth/verify-core-jwt.ts';
import { unwatched, watchRevocations, type RevocationWatch } from './auth/watch-revocations.ts';
import type { GatewayConfig } from './config.ts';
import { edge } from './edge.ts';
import { ownPages } from './pages/own-pages.ts';
import { createRefusalRecorder } from './record-refusal.ts';
import { groupMatcher, routeTable } from './route-table.ts';
import { connectUpstreams } from './upstreams/connect-upstreams.ts';
import { createBulkheads } from './upstreams/bulkheads.ts';
import { upstreamCheck } from './upstreams/upstream.ts';

export interface Gateway {
  app: Express;
  /** Stops the background work and writes pending data. */
  stop(): Promise<void>;
}

/** The authentication of callers, with its change streams and batches. */
async function assembleAuth(config: GatewayConfig, log: Logger) {
  const coreJwtKeys = await indexPublicKeys(config.CORE_JWT_PUBLIC_KEYS);
  const need = (): void => watch.need();
  const keys = new CredentialCache<KnownKey>(() => watch.isControlLive(), need);
  const tokens = new CredentialCache<KnownToken>(() => watch.isControlLive() && watch.isCoreLive(), need);
  const needsWatch = config.GATEWAY_ROLE !== 'webhooks';
  const watch: RevocationWatch = needsWatch ? watchRevocations([keys, tokens], log) : unwatched;
  const failures = limitFailedCredentials();
  const use = recordKeyUse(log);
  const pepper = config.API_KEY_PEPPER_SECRET;
  const callers = createCallers({
    verifyApiKey: createApiKeyVerifier({ pepper, cache: keys, use }),
    coreJwts: createCoreJwtVerifier({
      publicKeys: coreJwtKeys,
      issuer: config.CORE_JWT_ISSUER,
      cache: tokens,
    }),
    failures,
    environment: config.ENVIRONMENT,
    // No organization's identity provider is configurable yet.
    staffIssuers: new Set(),
  });
  return { coreJwtKeys, callers, identify: createIdentifier(callers, failures), watch, use };
}

/** Whether assertions can be signed: without them no service takes a request. */
function keysCheck({ seal }: Sealer, environment: string): HealthCheck {
  return {
    name: 'keys',
    isCritical: true,
    check: async () => void (await seal(anonymous, assertionAudience('gateway', environment))),
  };
}

/** A webhook needs no look-up here, and its service has an answer even without the database. */
function storeChecks({ GATEWAY_ROLE: role }: GatewayConfig): HealthCheck[] {
  const needsControl = role !== 'webhooks';
  return [
    { ...mongoCheck('control', control), isCritical: needsControl },
    { ...mongoCheck('mongo', core), isCritical: false },
  ];
}

/** A gateway that takes webhooks alone has no pages. */
function pagesOf(config: GatewayConfig, coreJwtKeys: ReadonlyMap<string, KeyObject>): Router | null {
  if (config.GATEWAY_ROLE === 'webhooks') return null;
  const { ENVIRONMENT, PORTAL_URL, MAILBOX_URL, SANDBOX_URL } = config;
  return ownPages({
    coreJwtKeys,
    openapiDirectory: config.OPENAPI_DIR,
    links: {
      environment: ENVIRONMENT,
      portalUrl: PORTAL_URL,
      mailboxUrl: MAILBOX_URL,
      sandboxUrl: SANDBOX_URL,
    },
  });
}

/** Puts a gateway together over open databases. */
export async function buildGateway(config: GatewayConfig, log: Logger, drain: Drain): Promise<Gateway> {
  const groups = routeTable(config.GATEWAY_ROLE);
  const { coreJwtKeys, callers, identify, watch, use } = await assembleAuth(config, log);
  const upstreams = connectUpstreams(config, groups, log);
  const sealer = createSealer(createPrivateKey(config.ASSERTION_PRIVATE_KEY));
  const environments = {
    byDefault: config.ENVIRONMENT,
    withCore: new Set(Object.keys(config.ADMIN_UPSTREAMS)),
  };
  const names = [...new Set([config.ENVIRONMENT, ...environments.withCore])];
  const app = createGatewayApp({
    log,
    trustedProxies: config.TRUSTED_PROXIES,
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
      environments,
      findBulkhead: createBulkheads(groups, names, upstreams.find),
      sealer,
      recordRefusal: createRefusalRecorder(log),
    }),
    pages: pagesOf(config, coreJwtKeys),
  });
  return {
    app,
    async stop() {
      await Promise.all([upstreams.stop(), watch.stop(), use.stop()]);
    },
  };
}
