import { join } from 'node:path';
import type { Processes } from '../measure/cpu-times.ts';
import { runNodeProgram } from '../measure/run-node-program.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** Empty processes that are ready. */
export interface Peers {
  processes: Processes;
  stop(): Promise<void>;
}

/** Runs empty processes, named by their numbers, each with a client of the system's stores. */
export async function runPeers({ dir, local }: BenchSystem, count: number): Promise<Peers> {
  const file = join(import.meta.dirname, 'programs/empty-clients.ts');
  const env = { MONGO_URL: local.mongoUrl, NATS_URL: local.natsUrl };
  const running = await Promise.all(Array.from({ length: count }, () => runNodeProgram({ file, dir, env })));
  return {
    processes: Object.fromEntries(running.map(({ pid }, index) => [`peer ${index + 1}`, pid])),
    async stop() {
      await Promise.all(running.map((program) => program.stop()));
    },
  };
}
