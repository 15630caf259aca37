import type { RequestListener } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { listen, portOf } from '@pas/platform/http/listen';
import { startCluster, type Cluster } from '../start-cluster.ts';
import { isHarm, type Harm } from './harm.ts';
import type { SharedSystemFacts } from './use-system.ts';

/** The address of an offered system. */
export interface OfferedSystem {
  url: string;
  close: () => Promise<void>;
}

const replicas = 2;

/** Two intervals of the gateway's checks, after which it sends nothing to a stopping replica. */
const drainMs = 2500;

async function harm(cluster: Cluster, { verb, args }: Harm): Promise<void> {
  const act = cluster[verb] as (...args: readonly unknown[]) => Promise<void>;
  await act(...args);
}

const stores = ['mongod', 'nats-server'];

/** Stops all services in parallel, then the stores. */
async function end(cluster: Cluster): Promise<void> {
  const services = cluster.processes.filter((name) => !stores.includes(name));
  await Promise.all(services.map((name) => cluster.stopProcess(name)));
  await cluster.stop();
}

/** Starts the system. Prints the reason of a failed start, because each test reports it only as its own failure. */
function start(): Promise<Cluster> {
  const cluster = startCluster({ replicas, drainMs });
  cluster.catch((error: unknown) => console.error('The shared system did not start:', error));
  return cluster;
}

/** Offers a system over HTTP. A GET starts it once and returns its facts; a POST harms it. */
export async function offerSystem(): Promise<OfferedSystem> {
  let starting: Promise<Cluster> | undefined;
  const takeCluster = (): Promise<Cluster> => (starting ??= start());
  const describeSystem = async (): Promise<SharedSystemFacts> => {
    const { local, dataDir, processes } = await takeCluster();
    return { local, dataDir, processes, replicas };
  };
  const take: (...request: Parameters<RequestListener>) => Promise<string> = async (request) => {
    if (request.method === 'GET') return JSON.stringify(await describeSystem());
    const asked: unknown = JSON.parse(await readText(request));
    if (!isHarm(asked)) throw new Error(`Unknown act: ${JSON.stringify(asked)}`);
    await harm(await takeCluster(), asked);
    return '';
  };
  const answer: RequestListener = (request, response) => {
    take(request, response).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  };
  const server = await listen(answer, { host: '127.0.0.1', port: 0 });
  // No timeout: the start of the system takes minutes on a busy machine.
  server.timeout = 0;
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async close() {
      server.close();
      server.closeAllConnections();
      const cluster = await starting?.catch(() => undefined);
      if (cluster) await end(cluster);
    },
  };
}
