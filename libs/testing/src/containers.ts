import type { StartedTestContainer } from 'testcontainers';

import { asMember, asOperator, ensureOperator, newMembersKey, passwordFromKey } from './mongod-locks.ts';
import { natsConfig, type NatsAccount } from './nats-config.ts';
import { ensureReplicaSet } from './replica-set.ts';

/** A ready server in a container. */
export interface ContainerServer {
  readonly stop: () => Promise<void>;
}

const mongoPort = 27_017;
const natsPort = 4_222;

/** Starts mongod with a key file that only its own user may read. */
const startLocked =
  'install -m 400 -o mongodb -g mongodb /members.key /data/members.key && exec docker-entrypoint.sh mongod --replSet rs0 --bind_ip_all --auth --keyFile /data/members.key --setParameter enableLocalhostAuthBypass=false';

/**
 * Starts MongoDB in a container as a replica set of one and returns when it accepts writes. It requires passwords. The
 * returned address is the operator's.
 */
export async function startMongoContainer(): Promise<ContainerServer & { readonly url: string }> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const membersKey = newMembersKey();
  const container = await new GenericContainer('mongo:7')
    .withCopyContentToContainer([{ content: membersKey, target: '/members.key' }])
    .withEntrypoint(['bash', '-c', startLocked])
    .withExposedPorts(mongoPort)
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  // The member knows its address inside the container, so clients must not discover the set.
  const address = `${container.getHost()}:${container.getMappedPort(mongoPort)}`;
  const memberUrl = asMember(address, membersKey);
  await ensureReplicaSet(memberUrl, `127.0.0.1:${mongoPort}`);
  const password = passwordFromKey(membersKey);
  await ensureOperator(memberUrl, password);
  const url = asOperator(`mongodb://${address}/?directConnection=true`, password);
  return { url, stop: () => stop(container) };
}

const natsConfigFile = '/etc/nats/nats.conf';

/**
 * Starts NATS with JetStream in a container and returns when it accepts clients.
 *
 * @returns the server, with its `host:port` outside the container
 */
export async function startNatsContainer(
  accounts: readonly NatsAccount[],
): Promise<ContainerServer & { readonly address: string }> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const content = natsConfig({ accounts, storeDir: '/data', port: natsPort, host: '0.0.0.0' });
  const container = await new GenericContainer('nats:2.12-alpine')
    .withCopyContentToContainer([{ content, target: natsConfigFile }])
    .withCommand(['--config', natsConfigFile])
    .withExposedPorts(natsPort)
    .withWaitStrategy(Wait.forLogMessage('Server is ready'))
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(natsPort)}`;
  return { address, stop: () => stop(container) };
}

async function stop(container: StartedTestContainer): Promise<void> {
  await container.stop();
}
