import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BusUser } from '@pas/shared/events/bus-users';
import { freePort } from './free-port.ts';
import { startNats } from './local-nats.ts';
import { natsConfig, type NatsAccount } from './nats-config.ts';
import { makeTestAccount } from './test-bus-users.ts';

/** A NATS server of one test file, which the test may stop and restart. */
export interface OwnNats {
  /** Address with the credentials of the operator, who has all rights. */
  readonly url: string;
  /** Returns the address with the credentials of a user, who has the rights of production. */
  urlOf(user: BusUser): string;
  /** `host:port`. */
  readonly address: string;
  /** The account of the addresses above. */
  readonly account: NatsAccount;
  /** Starts or restarts the server on the same address, with its data. */
  start(): Promise<void>;
  /** Ends the server and keeps its data. */
  stop(): Promise<void>;
  /** Ends the server and deletes its data, as if its disk were lost. */
  wipe(): Promise<void>;
  /** Replaces the accounts. A running server gets a signal to reload them. */
  reload(accounts: readonly NatsAccount[]): Promise<void>;
  /** Suspends the server until `thaw`. Its connections stay open. */
  freeze(): void;
  thaw(): void;
}

/**
 * Prepares a NATS server with JetStream without starting it. Streams and durable consumers have fixed names, so a test
 * that publishes or consumes events needs its own server.
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
