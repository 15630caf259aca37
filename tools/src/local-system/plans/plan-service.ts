import type { StoreUser } from '@pas/platform/programs/programs';
import type { Watchable } from '../command-line.ts';
import { publicKeyOf } from '../public-key.ts';
import type { LocalEnvironment } from '../secrets.ts';
import {
  commandAt,
  hostOf,
  httpUrlOf,
  mongoUrlOf,
  natsUrlOf,
  portalUrlOf,
  urlOf,
  type Blueprint,
} from './blueprint.ts';
import { becomeHttpReady } from './http-readiness.ts';
import { nodeCommand, nodeEnvironment } from './node-program.ts';
import type { ProcessPlan, Stage } from './process-plan.ts';

/** A process of a service. */
export interface ServiceProcess {
  /** For example `admin-2`. */
  name: string;
  service: Exclude<Watchable, 'sandbox'>;
  /** User in MongoDB and NATS. */
  user: StoreUser;
  stage: Stage;
  environment: LocalEnvironment;
  port: number;
  /** Settings of this service beyond the common ones. */
  env: Readonly<Record<string, string>>;
  /** Options of Node and V8. */
  nodeOptions?: readonly string[];
}

/** Returns the settings for TLS. With TLS the system runs as production, which refuses plain connections. */
function tlsVariables({ tls }: Blueprint): Record<string, string> {
  if (!tls) return {};
  return {
    NODE_ENV: 'production',
    TLS_CERT_FILE: tls.certFile,
    TLS_KEY_FILE: tls.keyFile,
    TLS_CA_FILE: tls.caFile,
  };
}

/** Plans a process of a service or gateway, with the common settings. */
export function planProcess(blueprint: Blueprint, process: ServiceProcess): ProcessPlan {
  const { name, service, stage, environment, port, nodeOptions: options = [] } = process;
  const user = { kind: process.user, environment };
  const file = `services/${service}/src/main.ts`;
  const isWatched = blueprint.watched === service;
  return {
    name,
    stage,
    isWatched,
    command: commandAt(blueprint, name, nodeCommand(blueprint, { name, file, isWatched, options })),
    env: {
      ...nodeEnvironment(blueprint),
      ...tlsVariables(blueprint),
      ...(blueprint.sites && { HOST: hostOf(blueprint, port) }),
      PORT: String(port),
      METRICS_PORT: String(blueprint.ports.metricsPortOf(port)),
      DRAIN_MS: String(blueprint.drainMs),
      ENVIRONMENT: environment,
      MONGO_URL: mongoUrlOf(blueprint, environment, user),
      CONTROL_MONGO_URL: mongoUrlOf(blueprint, 'control', user),
      ...process.env,
    },
    becomeReady: (signal) => becomeHttpReady(httpUrlOf(blueprint, port), signal),
  };
}

/** Returns the settings of every service behind the gateway. */
export function upstreamVariables(
  blueprint: Blueprint,
  { environment, user }: { environment: LocalEnvironment; user: Exclude<StoreUser, 'gateway'> },
): Record<string, string> {
  return {
    ASSERTION_PUBLIC_KEYS: publicKeyOf(blueprint.secrets.assertionPrivateKey),
    NATS_URL: natsUrlOf(blueprint, environment, user),
  };
}

/** Returns settings of services for residents: the portal, and the keys for sign-in. */
export function residentVariables(
  blueprint: Blueprint,
  environment: LocalEnvironment,
): Record<string, string> {
  const { secrets } = blueprint;
  const issuer = urlOf(blueprint, 'identity');
  // A session token names its portal. The sandbox mints tokens for both portals.
  const parties = [portalUrlOf(blueprint, 'DEV'), portalUrlOf(blueprint, 'TEST')];
  return {
    PORTAL_URL: portalUrlOf(blueprint, environment),
    CORE_JWT_PRIVATE_KEY: secrets[environment].coreJwtPrivateKey,
    IDENTITY_ISSUER: issuer,
    IDENTITY_JWKS_URL: `${issuer}/jwks`,
    IDENTITY_AUTHORIZED_PARTIES: parties.join(','),
    IDENTITY_API_URL: issuer,
    IDENTITY_API_SECRET: secrets.identityApiSecret,
  };
}
