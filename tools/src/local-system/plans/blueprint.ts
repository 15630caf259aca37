import { mongoUserKinds, type MongoUserKind } from '@pas/platform/mongo/users/store-roles';
import { operatorName } from '@pas/testing/mongod-locks';
import type { Watchable } from '../command-line.ts';
import type { DataDirectory } from '../data-directory.ts';
import type { PortLayout, ReplicatedProcess, SingleProcess } from '../ports.ts';
import { busUserName, type BusUser } from '@pas/shared/events/bus-users';
import type { LocalCertificates } from '../certificates.ts';
import type { LocalEnvironment, Secrets } from '../secrets.ts';

/** A network namespace of a cluster, which stands for a data centre. */
export interface Site {
  /** Name of the namespace, such as `pas22200-a`. */
  namespace: string;
  /** Address of its processes. */
  address: string;
}

/** Places of processes that have networks of their own: replica and member n run at site n. */
export interface Sites {
  members: readonly Site[];
  /** Address of this machine, where the sandbox runs. */
  outside: string;
}

/** Settings of a local system before its first process starts. */
export interface Blueprint {
  directory: DataDirectory;
  ports: PortLayout;
  secrets: Secrets;
  /** Certificates of a system over TLS; null for a plain one. */
  tls: LocalCertificates | null;
  /** Certificate of APNs, which the sandbox plays over TLS even in a plain system. */
  apnsTls: LocalCertificates;
  watched: Watchable | null;
  /** True when the gateway has replicas like the services. They share its port. */
  hasGatewayReplicas: boolean;
  /** Places of the processes; null when all run on 127.0.0.1. */
  sites: Sites | null;
  /** Milliseconds that a stopping service stays reachable. */
  drainMs: number;
  /** Environment variables that all processes inherit, such as PATH. */
  inherited: Readonly<Record<string, string>>;
  /** Webhook variables set by the caller. They override the system's own secrets. */
  webhookVariables: Readonly<Record<string, string>>;
}

const outsideUsers: ReadonlySet<string> = new Set(['sandbox', 'mailbox', 'smtp', 'identity', 'apns']);

/** Returns the site of a process by its name; null outside of all sites. */
function siteOf({ sites }: Pick<Blueprint, 'sites'>, name: string): Site | null {
  if (!sites || outsideUsers.has(name)) return null;
  const replica = Number(/-(\d)$/.exec(name)?.[1] ?? 1);
  return sites.members[replica - 1] ?? null;
}

/** Returns the address of the process at a port. */
export function hostOf(blueprint: Pick<Blueprint, 'sites' | 'ports'>, port: number): string {
  const { sites, ports } = blueprint;
  if (!sites) return '127.0.0.1';
  const user = ports.all.find((use) => use.port === port)?.user ?? 'sandbox';
  return siteOf(blueprint, user)?.address ?? sites.outside;
}

/** Returns `host:port` of a port. */
export const addressOf = (blueprint: Pick<Blueprint, 'sites' | 'ports'>, port: number): string =>
  `${hostOf(blueprint, port)}:${port}`;

/** Returns the command that runs a process at its site. */
export function commandAt(
  blueprint: Pick<Blueprint, 'sites'>,
  name: string,
  command: readonly string[],
): string[] {
  const site = siteOf(blueprint, name);
  return site ? ['ip', 'netns', 'exec', site.namespace, ...command] : [...command];
}

/** Returns the URL of an HTTP server's port on this machine. */
export function httpUrlOf(blueprint: Pick<Blueprint, 'tls' | 'sites' | 'ports'>, port: number): string {
  return `${blueprint.tls ? 'https' : 'http'}://${addressOf(blueprint, port)}`;
}

/** Returns the URL of a process on this machine. */
export function urlOf(blueprint: Blueprint, process: SingleProcess): string {
  return httpUrlOf(blueprint, blueprint.ports.portOf(process));
}

/** Returns the URLs of a service's replicas. */
export function urlsOf(blueprint: Blueprint, service: ReplicatedProcess): string[] {
  return blueprint.ports.portsOf(service).map((port) => httpUrlOf(blueprint, port));
}

/** Returns the TLS options of a mongod URL; empty for a plain system. */
export function mongoTlsOf({ tls }: Pick<Blueprint, 'tls'>): string {
  return tls ? `&tls=true&tlsCAFile=${encodeURIComponent(tls.caFile)}` : '';
}

/** Returns the URLs of the gateway's replicas by their own ports, or the URL of a single gateway. */
export function gatewayUrlsOf(blueprint: Blueprint): string[] {
  const { ports, hasGatewayReplicas } = blueprint;
  if (!hasGatewayReplicas) return [urlOf(blueprint, 'gateway')];
  return ports.ownGatewayPorts.map((port) => httpUrlOf(blueprint, port));
}

/** Returns the numeric URL of the gateway with this default environment. */
export function gatewayUrlOf(blueprint: Blueprint, environment: LocalEnvironment): string {
  return urlOf(blueprint, environment === 'DEV' ? 'gateway' : 'test-gateway');
}

/** Returns the URL of the pages and links of an environment. Its host is a name, because passkeys need one. */
export function portalUrlOf(blueprint: Blueprint, environment: LocalEnvironment): string {
  return gatewayUrlOf(blueprint, environment).replace('127.0.0.1', 'localhost');
}

/** A user of an environment in MongoDB, or the operator with all rights. */
export type MongoUser = { kind: MongoUserKind; environment: LocalEnvironment } | 'operator';

/** Returns the name of a database: `pas_control`, `pas_dev` or `pas_test`. */
export const databaseName = (database: LocalEnvironment | 'control'): string =>
  `pas_${database.toLowerCase()}`;

/** Returns the name of a user; a local system has only generation 1. */
const mongoUserName = (kind: MongoUserKind): string => `${kind}-1`;

/** Returns the URL of a database on the system's mongod for one of its users. */
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
  const hosts = ports.membersOf('mongod').map((port) => addressOf(blueprint, port));
  const address = `${hosts.join(',')}/${databaseName(database)}`;
  return `mongodb://${name}:${password}@${address}?replicaSet=rs0&authSource=${source}${mongoTlsOf(blueprint)}`;
}

/** Returns the users of an environment in MongoDB, as `pas users apply` reads them. */
export function mongoUsersOf({ secrets }: Blueprint, environment: LocalEnvironment): string {
  const passwords = secrets.mongoPasswords[environment];
  return JSON.stringify(
    mongoUserKinds.map((kind) => ({ name: mongoUserName(kind), password: passwords[kind] })),
  );
}

/** Returns the bus user of the sandbox, which plays the controllers of all doors of an environment. */
export const doorsUserName = (environment: LocalEnvironment): string =>
  `${environment.toLowerCase()}-doors-1`;

/** Returns the URL of an environment's account on nats-server for one of its users. `doors` plays the controllers. */
export function natsUrlOf(
  blueprint: Blueprint,
  environment: LocalEnvironment,
  user: BusUser | 'doors',
): string {
  const { ports, secrets, tls } = blueprint;
  const password = secrets[environment].busPasswords[user];
  const name = user === 'doors' ? doorsUserName(environment) : busUserName(environment, user);
  const scheme = tls ? 'tls' : 'nats';
  const urls = ports
    .membersOf('nats-server')
    .map((port) => `${scheme}://${name}:${password}@${addressOf(blueprint, port)}`);
  return urls.join(',');
}
