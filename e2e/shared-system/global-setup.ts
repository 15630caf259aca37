import type { RequestListener } from 'node:http';
import { listen, portOf } from '@pas/platform/http/listen';
import type { TestProject } from 'vitest/node';
import { startCluster, type Cluster } from '../start-cluster.ts';
import type { SharedSystemFacts } from './use-system.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the facts of the shared system, which the first question starts. */
    sharedSystemUrl: string;
  }
}

const replicas = 2;

/**
 * Offers one running system to all test files that want it. The first one that asks starts it: a run of other tests
 * pays nothing for it, and where it can't start, only those fail that need it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<Cluster> | undefined;
  const describeSystem = async (): Promise<SharedSystemFacts> => {
    starting ??= startCluster({ replicas });
    const { local, dataDir } = await starting;
    return { local, dataDir, replicas };
  };
  const answer: RequestListener = (_request, response) => {
    describeSystem().then(
      (facts) => response.end(JSON.stringify(facts)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  };
  const server = await listen(answer, { host: '127.0.0.1', port: 0 });
  // The first test file waits here while the system starts, which takes minutes on a busy machine.
  server.timeout = 0;
  project.provide('sharedSystemUrl', `http://127.0.0.1:${portOf(server)}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    const cluster = await starting?.catch(() => undefined);
    await cluster?.stop();
  };
}
