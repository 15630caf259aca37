/** One isolated world on a NATS server: its subjects and streams are seen by its own user alone. */
export interface NatsAccount {
  /** Upper-case name, such as the environment's. */
  readonly name: string;
  readonly user: string;
  readonly password: string;
}

interface NatsConfigInput {
  /** None leaves the server open to whoever reaches its port. */
  readonly accounts: readonly NatsAccount[];
  readonly storeDir: string;
  readonly port: number;
  /** The files of its certificate; then it takes encrypted connections alone. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | null;
}

/**
 * Writes the configuration of a nats-server on 127.0.0.1 with JetStream.
 *
 * `sync_interval: always` because the default acknowledges a message before it is on disk. The format is a superset
 * of JSON, so that no value needs quoting of its own.
 */
export function natsConfig(input: NatsConfigInput): string {
  const accounts = input.accounts.map(({ name, user, password }) => [
    name,
    { jetstream: 'enabled', users: [{ user, password }] },
  ]);
  const config = {
    host: '127.0.0.1',
    port: input.port,
    jetstream: { store_dir: input.storeDir, sync_interval: 'always' },
    ...(input.tls && { tls: { cert_file: input.tls.certFile, key_file: input.tls.keyFile } }),
    ...(accounts.length > 0 && { accounts: Object.fromEntries(accounts) as Record<string, unknown> }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
