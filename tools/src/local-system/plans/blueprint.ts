import type { Watchable } from '../command-line.ts';
import type { DataDirectory } from '../data-directory.ts';
import type { PortLayout, ReplicatedProcess, SingleProcess } from '../ports.ts';
import type { LocalCertificates } from '../certificates.ts';
import type { LocalEnvironment, Secrets } from '../secrets.ts';

/** Everything that is decided about a local system before its first process starts. */
export interface Blueprint {
  directory: DataDirectory;
  ports: PortLayout;
  secrets: Secrets;
  /** The certificates of a system that runs over TLS alone; null for a plain one. */
  tls: LocalCertificates | null;
  watched: Watchable | null;
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

/** The gateway whose default an environment is; its residents' pages and links are there. */
export function portalUrlOf(blueprint: Blueprint, environment: LocalEnvironment): string {
  return urlOf(blueprint, environment === 'DEV' ? 'gateway' : 'test-gateway');
}

/** A database on the system's mongod: `pas_control`, `pas_dev` or `pas_test`. */
export function mongoUrlOf(blueprint: Blueprint, database: LocalEnvironment | 'control'): string {
  const { ports } = blueprint;
  return `mongodb://127.0.0.1:${ports.portOf('mongod')}/pas_${database.toLowerCase()}?replicaSet=rs0${mongoTlsOf(blueprint)}`;
}

/** An environment's account on the system's nats-server. */
export function natsUrlOf({ ports, secrets, tls }: Blueprint, environment: LocalEnvironment): string {
  const user = environment.toLowerCase();
  return `${tls ? 'tls' : 'nats'}://${user}:${secrets[environment].natsPassword}@127.0.0.1:${ports.portOf('nats-server')}`;
}
