import type { StartedTestContainer } from 'testcontainers';

import { ensureReplicaSet } from './replica-set.ts';

/** A server in a container that is ready. */
export interface ContainerServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const mongoPort = 27_017;
const natsPort = 4_222;

/** Starts MongoDB in a container as a replica set of one and returns once it takes writes. */
export async function startMongoContainer(): Promise<ContainerServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('mongo:7')
    .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
    .withExposedPorts(mongoPort)
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  // The member knows itself by an address inside the container, so clients must not discover the set.
  const url = `mongodb://${container.getHost()}:${container.getMappedPort(mongoPort)}/?directConnection=true`;
  await ensureReplicaSet(url, `127.0.0.1:${mongoPort}`);
  return asServer(container, url);
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
