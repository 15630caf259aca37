import {
  busUserName,
  doorPermissions,
  permissionsOf,
  type BusPermissions,
  type BusUser,
} from '@pas/shared/events/bus-users';

/** A literal password, or the environment variable from which the server reads it. */
type Password = string | { readonly variable: string };

/** A user of the server. */
export interface NatsUser {
  readonly name: string;
  readonly password: Password;
  readonly permissions: BusPermissions;
}

/** An account on a NATS server: only its own users see its subjects and streams. */
export interface NatsAccount {
  /** Upper-case name, such as the environment's. */
  readonly name: string;
  readonly users: readonly NatsUser[];
}

interface NatsConfigInput {
  readonly accounts: readonly NatsAccount[];
  readonly storeDir: string;
  readonly port: number;
  /** The address on which it listens. Default 127.0.0.1. */
  readonly host?: string;
  /** Address of the monitoring, such as `127.0.0.1:8222`. Default: no monitoring. */
  readonly http?: string;
  /** The files of its certificate. With them it accepts only encrypted connections. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | null;
  /** Default: a single server. */
  readonly cluster?: NatsCluster | null;
}

/** The place of a server in a cluster. */
interface NatsCluster {
  /** Unique name of the server. */
  readonly server: string;
  /** Port for the other servers. */
  readonly port: number;
  /** `host:port` of all servers. */
  readonly routes: readonly string[];
}

interface UserGeneration {
  /** The environment. */
  readonly account: string;
  readonly user: BusUser;
  readonly password: Password;
  /** Default 1. */
  readonly generation?: number;
}

/**
 * Makes one generation of a user. A rotation adds the next generation with a new password, and removes the old one when
 * no process uses it. The server reads both changes on SIGHUP and keeps the connections of other users.
 */
export function natsUser({ account, user, password, generation = 1 }: UserGeneration): NatsUser {
  const name = busUserName(account, user, generation);
  return { name, password, permissions: permissionsOf(user, name) };
}

/** Makes the user of one controller, or with `*` that of a program that simulates all doors. */
export function doorUser(name: string, password: Password, ref: string): NatsUser {
  return { name, password, permissions: doorPermissions(ref) };
}

/** Converts a list of allowed subjects. The server would take an empty list for all subjects. */
const rights = (allow: readonly string[]) => (allow.length > 0 ? { allow } : { deny: ['>'] });

const toUser = ({ name, password, permissions }: NatsUser) => ({
  user: name,
  password: typeof password === 'string' ? password : `$${password.variable}`,
  permissions: {
    publish: rights(permissions.publish),
    subscribe: rights(permissions.subscribe),
    ...(permissions.mayAnswer && { allow_responses: { max: 1, expires: '10s' } }),
  },
});

/**
 * Writes the configuration of a nats-server with JetStream. A client without a user of an account is refused.
 *
 * `sync_interval: always` because the default acknowledges a message before it is on disk. The format is a superset of
 * JSON, except that variables must have no quotes.
 */
export function natsConfig(input: NatsConfigInput): string {
  const { accounts, storeDir, port, host = '127.0.0.1', http, tls, cluster } = input;
  const config = {
    host,
    port,
    ...(http !== undefined && { http }),
    ...(cluster && {
      server_name: cluster.server,
      cluster: {
        name: 'pas',
        host,
        port: cluster.port,
        routes: cluster.routes.map((address) => `nats-route://${address}`),
        // Clients know all servers. Addresses learned from servers would not carry the client's user.
        no_advertise: true,
      },
    }),
    ...(tls && { tls: { cert_file: tls.certFile, key_file: tls.keyFile } }),
    jetstream: { store_dir: storeDir, sync_interval: 'always' },
    accounts: Object.fromEntries(
      accounts.map(({ name, users }) => [name, { jetstream: 'enabled', users: users.map(toUser) }]),
    ),
  };
  const text = JSON.stringify(config, null, 2);
  return `${text.replaceAll(/(?<="password": )"(\$\w+)"/g, '$1')}\n`;
}
