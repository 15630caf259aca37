import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readConfig } from '@pas/platform/config/read-config';
import { listen, portOf } from '@pas/platform/http/listen';
import { newDrain, type Drain } from '@pas/platform/lifecycle/drain';
import { createLogger } from '@pas/platform/log/logger';
import { indexPublicKeys } from '@pas/shared/principal/assertion';
import { openTestDatabases } from '@pas/testing/test-databases';
import { afterAll, inject } from 'vitest';
import { buildGateway } from '../../src/build-gateway.ts';
import { GatewayConfig } from '../../src/config.ts';
import { maxHeaderSize } from '../../src/refuse-malformed.ts';
import { startEcho, type EchoService } from './echo-service.ts';

export const pepper = 'a pepper of at least 32 characters';
export const issuer = 'http://portal.test';

/** A fresh Ed25519 pair as PEM texts. */
export const pems = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
};

/** One gateway, equivalent to a process in a test. */
export interface GatewayReplica {
  port: number;
  stop(): Promise<void>;
}

export interface RunningGateway {
  port: number;
  admin: { DEV: EchoService; TEST: EchoService };
  resident: EchoService;
  coreMobile: EchoService;
  webhooks: EchoService;
  /** Signs Core JWTs that this gateway accepts. */
  coreJwtKey: KeyObject;
  assertionKeys: ReadonlyMap<string, KeyObject>;
  drain: { isDraining: boolean };
  /** Returns the number of requests that have reached a service. */
  reached(): number;
  /** Starts another gateway over the same databases and services; `stop` ends it with this one. */
  addReplica(more?: Record<string, string>): Promise<GatewayReplica>;
  stop(): Promise<void>;
}

/** A separate database of a gateway process, on the server of the run. */
export function databaseUrl(name: string): string {
  const url = new URL(inject('mongoUrl'));
  url.pathname = `/gateway_${name}_${Math.random().toString(36).slice(2, 10)}`;
  return url.href;
}

async function startServices(assertionKeys: ReadonlyMap<string, KeyObject>) {
  const echo = (service: string, environment: string) =>
    startEcho({ service, environment, publicKeys: assertionKeys });
  const [adminDev, adminTest, resident, coreMobile, webhooks] = await Promise.all([
    echo('admin', 'DEV'),
    echo('admin', 'TEST'),
    echo('resident', 'DEV'),
    echo('core-mobile', 'DEV'),
    echo('webhooks', 'DEV'),
  ]);
  return { admin: { DEV: adminDev, TEST: adminTest }, resident, coreMobile, webhooks };
}

async function listenAs(config: GatewayConfig, drain: Drain): Promise<GatewayReplica> {
  const log = createLogger({ service: 'gateway', environment: 'DEV', level: config.LOG_LEVEL });
  const gateway = await buildGateway(config, log, drain);
  const server = await listen(gateway.app, { host: '127.0.0.1', port: config.PORT, maxHeaderSize });
  return {
    port: portOf(server),
    async stop() {
      server.close();
      server.closeAllConnections();
      await gateway.stop();
    },
  };
}

/** Runs a whole gateway on a real database, with a small real service behind each of its upstreams. */
export async function runGateway(overrides: Record<string, string> = {}): Promise<RunningGateway> {
  const [assertion, coreJwt] = [pems(), pems()];
  const assertionKeys = await indexPublicKeys([assertion.publicPem]);
  const services = await startServices(assertionKeys);
  const databases = await openTestDatabases();
  const settings = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    ENVIRONMENT: 'DEV',
    MONGO_URL: databases.coreUrl,
    CONTROL_MONGO_URL: databases.controlUrl,
    ASSERTION_PRIVATE_KEY: assertion.privatePem,
    CORE_JWT_PUBLIC_KEYS: coreJwt.publicPem,
    CORE_JWT_ISSUER: issuer,
    API_KEY_PEPPER_SECRET: pepper,
    ADMIN_UPSTREAMS: JSON.stringify({ DEV: [services.admin.DEV.url], TEST: [services.admin.TEST.url] }),
    RESIDENT_URLS: services.resident.url,
    CORE_MOBILE_URLS: services.coreMobile.url,
    WEBHOOKS_URLS: services.webhooks.url,
    ...overrides,
  };
  const config = readConfig(GatewayConfig, settings);
  const drain = newDrain();
  const first = await listenAs(config, drain);
  const replicas = [first];
  const upstreams = [
    services.admin.DEV,
    services.admin.TEST,
    services.resident,
    services.coreMobile,
    services.webhooks,
  ];
  return {
    port: first.port,
    ...services,
    coreJwtKey: createPrivateKey(coreJwt.privatePem),
    assertionKeys,
    drain,
    reached: () => upstreams.reduce((sum, upstream) => sum + upstream.count(), 0),
    async addReplica(more = {}) {
      const replica = await listenAs(
        readConfig(GatewayConfig, { ...settings, ...more, PORT: '0' }),
        newDrain(),
      );
      replicas.push(replica);
      return replica;
    },
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await Promise.all(upstreams.map((upstream) => upstream.kill()));
      await databases.stop();
    },
  };
}

/** Starts a gateway for a test file, and stops it after it. */
export async function useGateway(...settings: Parameters<typeof runGateway>): Promise<RunningGateway> {
  const gateway = await runGateway(...settings);
  afterAll(() => gateway.stop());
  return gateway;
}
