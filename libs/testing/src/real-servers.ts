import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startMongoContainer, startNatsContainer } from './containers.ts';
import { answersDocker } from './docker-engine.ts';
import { freePort } from './free-port.ts';
import { startMongod } from './local-mongod.ts';
import { startNats } from './local-nats.ts';
import { natsConfig } from './nats-config.ts';
import { makeTestAccount } from './test-bus-users.ts';

/** A MongoDB replica set and a NATS server with JetStream, both empty. */
export interface RealServers {
  readonly mongoUrl: string;
  /** The address as the operator of an account; `asBusUser` makes it that of another user. */
  readonly natsUrl: string;
  /** Ends both servers and removes their data. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the stores of service tests: in containers if a Docker engine answers, else as local programs.
 * `TEST_INFRA=docker` or `TEST_INFRA=local` overrides the choice.
 */
export async function startRealServers(): Promise<RealServers> {
  const choice = process.env['TEST_INFRA'];
  const isDocker = choice ? choice === 'docker' : await answersDocker(process.env['DOCKER_HOST']);
  return isDocker ? startInContainers() : startLocally();
}

async function startInContainers(): Promise<RealServers> {
  const { account, urlOf } = makeTestAccount();
  const [mongo, nats] = await Promise.all([startMongoContainer(), startNatsContainer([account])]);
  return {
    mongoUrl: mongo.url,
    natsUrl: urlOf('operator', nats.address),
    stop: async () => void (await Promise.all([mongo.stop(), nats.stop()])),
  };
}

/**
 * Starts local programs. If a store ends by itself, its log is printed, because every later test fails and the log is
 * removed.
 */
async function startLocally(): Promise<RealServers> {
  const dir = mkdtempSync(join(tmpdir(), 'property-access-'));
  const removeData = (): void => rmSync(dir, { recursive: true, force: true });
  process.once('exit', removeData);
  const [mongoPort, natsPort] = await Promise.all([freePort(), freePort()]);
  const { account, urlOf } = makeTestAccount();
  const configFile = join(dir, 'nats-server.conf');
  const storeDir = join(dir, 'nats');
  writeFileSync(configFile, natsConfig({ accounts: [account], storeDir, port: natsPort }), { mode: 0o600 });
  const [mongo, nats] = await Promise.all([
    startMongod({ dir: join(dir, 'mongo'), port: mongoPort }),
    startNats({ dir: storeDir, port: natsPort, configFile }),
  ]);
  let isStopping = false;
  const tell = (error: unknown): void => void (isStopping || process.stderr.write(`${String(error)}\n`));
  mongo.failed.catch(tell);
  nats.failed.catch(tell);
  return {
    mongoUrl: mongo.url,
    natsUrl: urlOf('operator', `127.0.0.1:${natsPort}`),
    async stop() {
      isStopping = true;
      await Promise.all([mongo.stop(), nats.stop()]);
      process.off('exit', removeData);
      removeData();
    },
  };
}
