import type { TestProject } from 'vitest/node';

import { shareResource } from './shared-resource.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A writable replica set that all test files share. Each worker has databases of its own. */
    mongoUrl: string;
    /** A NATS server with JetStream that all test files share. Each uses streams or a prefix of its own. */
    natsUrl: string;
  }
}

/** Starts the stores of the service tests once for the whole run. Vitest calls the result at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { resource, release } = await shareResource(
    'stores',
    async () => (await import('./real-servers.ts')).startRealServers(),
    ({ stop }) => stop(),
  );
  project.provide('mongoUrl', resource.mongoUrl);
  project.provide('natsUrl', resource.natsUrl);
  return release;
}
