import type { Watchable } from '../command-line.ts';
import type { DataDirectory } from '../data-directory.ts';
import type { PortLayout, ReplicatedProcess, SingleProcess } from '../ports.ts';
import { busUserName, type BusUser } from '@pas/shared/events/bus-users';
import type { LocalEnvironment, Secrets } from '../secrets.ts';

/** Everything that is decided about a local system before its first process starts. */
export interface Blueprint {
  directory: DataDirectory;
  ports: PortLayout;
  secrets: Secrets;
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

/** The address of a process on this machine. */
export function urlOf({ ports }: Blueprint, process: SingleProcess): string {
  return `http://127.0.0.1:${ports.portOf(process)}`;
}

/** The addresses of a service's replicas. */
export function urlsOf({ ports }: Blueprint, service: ReplicatedProcess): string[] {
  return ports.portsOf(service).map((port) => `http://127.0.0.1:${port}`);
}

/** The addresses of the gateway's replicas, each by a port of its own; that of the gateway itself where it is one process. */
export function gatewayUrlsOf(blueprint: Blueprint): string[] {
  const { ports, hasGatewayReplicas } = blueprint;
  if (!hasGatewayReplicas) return [urlOf(blueprint, 'gateway')];
  return ports.ownGatewayPorts.map((port) => `http://127.0.0.1:${port}`);
}

/** The gateway whose default an environment is; its residents' pages and links are there. */
export function portalUrlOf(blueprint: Blueprint, environment: LocalEnvironment): string {
  return urlOf(blueprint, environment === 'DEV' ? 'gateway' : 'test-gateway');
}

/** A database on the system's mongod: `pas_control`, `pas_dev` or `pas_test`. */
export function mongoUrlOf({ ports }: Blueprint, database: LocalEnvironment | 'control'): string {
  return `mongodb://127.0.0.1:${ports.portOf('mongod')}/pas_${database.toLowerCase()}?replicaSet=rs0`;
}

/** The user of the sandbox, which plays the controllers of all doors of an environment. */
export const doorsUserName = (environment: LocalEnvironment): string =>
  `${environment.toLowerCase()}-doors-1`;

/** An environment's account on the system's nats-server, as one of its users. `doors` plays the controllers. */
export function natsUrlOf(
  { ports, secrets }: Blueprint,
  environment: LocalEnvironment,
  user: BusUser | 'doors',
): string {
  const password = secrets[environment].busPasswords[user];
  const name = user === 'doors' ? doorsUserName(environment) : busUserName(environment, user);
  return `nats://${name}:${password}@127.0.0.1:${ports.portOf('nats-server')}`;
}
