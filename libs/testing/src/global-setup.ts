import type { TestProject } from 'vitest/node';

import { startRealServers, type RealServers } from './real-servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A writable replica set, shared by all test files: each worker has databases of its own. */
    mongoUrl: string;
    /** A NATS server with JetStream, shared by all test files: each takes streams or a prefix of its own. */
    natsUrl: string;
  }
}

/** The stores of a run, and how many projects use them. */
interface Shared {
  starting: Promise<RealServers>;
  users: number;
}

/** Vitest loads this module once per project; the process has one set of stores for all of them. */
const shared = globalThis as { pasTestStores?: Shared };

/** Starts the stores of the service tests once for the whole run; Vitest calls the result at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stores = (shared.pasTestStores ??= { starting: startRealServers(), users: 0 });
  stores.users += 1;
  const { mongoUrl, natsUrl, stop } = await stores.starting;
  project.provide('mongoUrl', mongoUrl);
  project.provide('natsUrl', natsUrl);
  return async () => {
    stores.users -= 1;
    if (stores.users === 0) await stop();
  };
}
