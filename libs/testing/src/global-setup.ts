import type { TestProject } from 'vitest/node';

import { startRealServers } from './real-servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A writable replica set, shared by all test files: each takes a database of its own. */
    mongoUrl: string;
    /** A NATS server with JetStream, shared by all test files: each takes streams or a prefix of its own. */
    natsUrl: string;
  }
}

/** Starts the stores of the service tests once for the whole run; Vitest calls what it returns at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await startRealServers();
  project.provide('mongoUrl', servers.mongoUrl);
  project.provide('natsUrl', servers.natsUrl);
  return servers.stop;
}
