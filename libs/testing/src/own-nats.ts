import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BusUser } from '@pas/shared/events/bus-users';
import { freePort } from './free-port.ts';
import { startNats } from './local-nats.ts';
import { natsConfig, type NatsAccount } from './nats-config.ts';
import { makeTestAccount } from './test-bus-users.ts';

/** A NATS server of one test file, which it may take away and bring back. */
export interface OwnNats {
  /** As the operator, who has all rights. */
  readonly url: string;
  /** As a user with the rights that it has in production. */
  urlOf(user: BusUser): string;
  /** `host:port`. */
  readonly address: string;
  /** The account of the addresses above. */
  readonly account: NatsAccount;
  /** Starts it, again on the same address and with the data that it had. */
  start(): Promise<void>;
  /** Ends it; its data stays. */
  stop(): Promise<void>;
  /** Ends it and loses its data, as a broken disk does. */
  wipe(): Promise<void>;
  /** Gives it other accounts: at its start, or without a restart if it runs. */
  reload(accounts: readonly NatsAccount[]): Promise<void>;
  /** Keeps it from answering, with its connections open, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

/**
 * Prepares a NATS server with JetStream that is not running yet. Streams and durable consumers have fixed names, so a
 * test that publishes or consumes events needs a server for itself.
 */
export async function prepareOwnNats(accountName = 'TEST'): Promise<OwnNats> {
  const dir = await mkdtemp(join(tmpdir(), 'property-access-nats-'));
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const { account, urlOf } = makeTestAccount(accountName);
  const configFile = join(dir, 'nats-server.conf');
  const configure = async (accounts: readonly NatsAccount[]): Promise<void> => {
    await mkdir(dir, { recursive: true });
    await writeFile(configFile, natsConfig({ accounts, storeDir: dir, port }), { mode: 0o600 });
  };
  let configured = [account];
  let server: Awaited<ReturnType<typeof startNats>> | undefined;
  const signal = (name: NodeJS.Signals): void => {
    if (server) process.kill(server.pid, name);
  };
  const stop = async (): Promise<void> => {
    signal('SIGCONT');
    await server?.stop();
    server = undefined;
  };
  return {
    url: urlOf('operator', address),
    urlOf: (user) => urlOf(user, address),
    address,
    account,
    async start() {
      await configure(configured);
      server = await startNats({ dir, port, configFile });
    },
    async reload(accounts) {
      configured = [...accounts];
      await configure(configured);
      signal('SIGHUP');
    },
    stop,
    async wipe() {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}
