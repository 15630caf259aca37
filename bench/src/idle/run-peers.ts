import { join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import type { Processes } from '../measure/cpu-times.ts';
import { runProgram } from '../measure/run-program.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** Empty processes that are ready. */
export interface Peers {
  processes: Processes;
  stop(): Promise<void>;
}

async function runPeer({ dir, local }: BenchSystem) {
  const port = await freePort();
  return runProgram({
    command: [process.execPath, join(import.meta.dirname, 'programs/empty-clients.ts')],
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      MONGO_URL: local.mongoUrl,
      NATS_URL: local.natsUrl,
    },
    logFile: join(dir, 'empty-clients.log'),
    readyUrl: `http://127.0.0.1:${port}/`,
  });
}

/** Runs empty processes, named by their numbers, each with a client of the system's stores. */
export async function runPeers(system: BenchSystem, count: number): Promise<Peers> {
  const running = await Promise.all(Array.from({ length: count }, () => runPeer(system)));
  return {
    processes: Object.fromEntries(running.map(({ pid }, index) => [`peer ${index + 1}`, pid])),
    async stop() {
      await Promise.all(running.map((program) => program.stop()));
    },
  };
}
