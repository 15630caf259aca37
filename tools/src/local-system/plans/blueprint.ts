import { mongoUserKinds, type MongoUserKind } from '@pas/platform/mongo/users/store-roles';
import { operatorName } from '@pas/testing/mongod-locks';
import type { Watchable } from '../command-line.ts';
import type { DataDirectory } from '../data-directory.ts';
import type { PortLayout, ReplicatedProcess, SingleProcess } from '../ports.ts';
import { busUserName, type BusUser } from '@pas/shared/events/bus-users';
import type { LocalCertificates } from '../certificates.ts';
import type { LocalEnvironment, Secrets } from '../secrets.ts';

/** Everything that is decided about a local system before its first process starts. */
export interface Blueprint {
  directory: DataDirectory;
  ports: PortLayout;
  secrets: Secrets;
  /** The certificates of a system that runs over TLS alone; null for a plain one. */
  tls: LocalCertificates | null;
  /** What APNs shows, which the sandbox plays over TLS in a plain system too. */
  apnsTls: LocalCertificates;
  watched: Watchable | null;
  /** Whether the gateway has replicas as the services have, which share its port. */
  hasGatewayReplicas: boolean;
  /** How long a stopping service stays reachable, in milliseconds. */
  drainMs: number;
  /** Variables that all processes inherit, such as PATH. */
  inherited: Readonly<Record<string, string>>;
  /** The webhook variables that the caller has set; they win over the system's own secrets. */
  webhookVariables: Readonly<Record<string, string>>;
}

/** The address of a port of an HTTP server on this machine. */
export function httpUrlOf({ tls }: Pick<Blueprint, 'tls'>, port: number): string {
  return `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
}

/** The address of a process on this machine. */
export function urlOf(blueprint: Blueprint, process: SingleProcess): string {
  return httpUrlOf(blueprint, blueprint.ports.portOf(process));
}

/** The addresses of a service's replicas. */
export function urlsOf(blueprint: Blueprint, service: ReplicatedProcess): string[] {
  return blueprint.ports.portsOf(service).map((port) => httpUrlOf(blueprint, port));
}

/** The options of an address of mongod that say how it is encrypted; empty for a plain system. */
export function mongoTlsOf({ tls }: Pick<Blueprint, 'tls'>): string {
  return tls ? `&tls=true&tlsCAFile=${encodeURIComponent(tls.caFile)}` : '';
}

/**
 * The addresses of the gateway's replicas, each by a port of its own; that of the gateway itself where it is one
 * process.
 */
export function gatewayUrlsOf(blueprint: Blueprint): string[] {
  const { ports, hasGatewayReplicas } = blueprint;
  if (!hasGatewayReplicas) return [urlOf(blueprint, 'gateway')];
  return ports.ownGatewayPorts.map((port) => httpUrlOf(blueprint, port));
}

/** The gateway whose default an environment is; its residents' pages and links are there. */
export function portalUrlOf(blueprint: Blueprint, environment: LocalEnvironment): string {
  return urlOf(blueprint, environment === 'DEV' ? 'gateway' : 'test-gateway');
}

/** A user of an environment in MongoDB, or the operator, who may do everything. */
export type MongoUser = { kind: MongoUserKind; environment: LocalEnvironment } | 'operator';

/** The name of a database on the system's mongod: `pas_control`, `pas_dev` or `pas_test`. */
const databaseName = (database: LocalEnvironment | 'control'): string => `pas_${database.toLowerCase()}`;

/** The one generation of users that a local system has. */
const mongoUserName = (kind: MongoUserKind): string => `${kind}-1`;

/** A database on the system's mongod, opened as one of its users. */
export function mongoUrlOf(
  blueprint: Blueprint,
  database: LocalEnvironment | 'control',
  user: MongoUser,
): string {
  const { ports, secrets } = blueprint;
  const [name, password, source] =
    user === 'operator'
      ? [operatorName, secrets.mongoOperatorPassword, 'admin']
      : [
          mongoUserName(user.kind),
          secrets.mongoPasswords[user.environment][user.kind],
          databaseName(user.environment),
        ];
  const address = `127.0.0.1:${ports.portOf('mongod')}/${databaseName(database)}`;
  return `mongodb://${name}:${password}@${address}?replicaSet=rs0&authSource=${source}${mongoTlsOf(blueprint)}`;
}

/** The users of an environment in MongoDB, as `pas users apply` reads them. */
export function mongoUsersOf({ secrets }: Blueprint, environment: LocalEnvironment): string {
  const passwords = secrets.mongoPasswords[environment];
  return JSON.stringify(
    mongoUserKinds.map((kind) => ({ name: mongoUserName(kind), password: passwords[kind] })),
  );
}

/** The user of the sandbox, which plays the controllers of all doors of an environment. */
export const doorsUserName = (environment: LocalEnvironment): string =>
  `${environment.toLowerCase()}-doors-1`;

/** An environment's account on the system's nats-server, as one of its users. `doors` plays the controllers. */
export function natsUrlOf(
  { ports, secrets, tls }: Blueprint,
  environment: LocalEnvironment,
  user: BusUser | 'doors',
): string {
  const password = secrets[environment].busPasswords[user];
  const name = user === 'doors' ? doorsUserName(environment) : busUserName(environment, user);
  return `${tls ? 'tls' : 'nats'}://${name}:${password}@127.0.0.1:${ports.portOf('nats-server')}`;
}
