import type { StartedTestContainer } from 'testcontainers';

import { asMember, asOperator, ensureOperator, newMembersKey, passwordFromKey } from './mongod-locks.ts';
import { ensureReplicaSet } from './replica-set.ts';

/** A server in a container that is ready. */
export interface ContainerServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const mongoPort = 27_017;
const natsPort = 4_222;

/** A key file must belong to the user that mongod runs as, and to nobody else. */
const startLocked =
  'install -m 400 -o mongodb -g mongodb /members.key /data/members.key && exec docker-entrypoint.sh mongod --replSet rs0 --bind_ip_all --auth --keyFile /data/members.key --setParameter enableLocalhostAuthBypass=false';

/**
 * Starts MongoDB in a container as a replica set of one and returns once it takes writes. It asks everybody for a
 * password; the address that it returns is the operator's.
 */
export async function startMongoContainer(): Promise<ContainerServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const membersKey = newMembersKey();
  const container = await new GenericContainer('mongo:7')
    .withCopyContentToContainer([{ content: membersKey, target: '/members.key' }])
    .withEntrypoint(['bash', '-c', startLocked])
    .withExposedPorts(mongoPort)
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  // The member knows itself by an address inside the container, so clients must not discover the set.
  const address = `${container.getHost()}:${container.getMappedPort(mongoPort)}`;
  const memberUrl = asMember(address, membersKey);
  await ensureReplicaSet(memberUrl, `127.0.0.1:${mongoPort}`);
  const password = passwordFromKey(membersKey);
  await ensureOperator(memberUrl, password);
  return asServer(container, asOperator(`mongodb://${address}/?directConnection=true`, password));
}

/** Starts NATS with JetStream in a container and returns once it takes clients. */
export async function startNatsContainer(): Promise<ContainerServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('nats:2.12-alpine')
    .withCommand(['-js'])
    .withExposedPorts(natsPort)
    .withWaitStrategy(Wait.forLogMessage('Server is ready'))
    .start();
  return asServer(container, `nats://${container.getHost()}:${container.getMappedPort(natsPort)}`);
}

function asServer(container: StartedTestContainer, url: string): ContainerServer {
  return { url, stop: async () => void (await container.stop()) };
}
