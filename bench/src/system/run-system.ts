import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profile } from '@pas/tools/local-system/demo/profiles';
import { startLocalSystem, type LocalSystem } from '@pas/tools/local-system/start-local-system';
import { claimFreeBlock } from '@pas/tools/local-system/taken-ports';
import mongoose from 'mongoose';
import type { Processes } from '../measure/cpu-times.ts';

type Database = mongoose.mongo.Db;

/** The whole local system, with a client of its mongod. */
export interface BenchSystem extends Pick<LocalSystem, 'local' | 'directory' | 'fleet'> {
  /** A directory of this run's own. */
  dir: string;
  client: mongoose.mongo.MongoClient;
  /** The database of DEV. */
  core: Database;
  /** The ids of its processes, which change with each start. */
  processes(): Processes;
  /** Stops all of it, and removes its data. */
  stop(): Promise<void>;
}

const firstPort = 18_000;

function pidsOf({ fleet }: LocalSystem): Processes {
  const running = fleet.names.map((name) => [name, fleet.get(name).pid] as const);
  return Object.fromEntries(running.filter((entry): entry is [string, number] => entry[1] !== null));
}

/** Options of a system: its demo data, by default none, and the options of its Node processes. */
interface RunOptions {
  profile?: Profile | null;
  nodeOptions?: string;
}

/** Starts the whole system. A process that ends stays down. */
export async function runSystem({ profile = null, nodeOptions }: RunOptions = {}): Promise<BenchSystem> {
  const dir = mkdtempSync(join(tmpdir(), 'property-access-bench-'));
  const block = await claimFreeBlock(firstPort, 1);
  const system = await startLocalSystem({
    port: block.port,
    dataDir: join(dir, 'data'),
    profile,
    replicas: 1,
    tls: false,
    watched: null,
    hasGatewayReplicas: false,
    environment: { ...process.env, NODE_OPTIONS: nodeOptions },
    restarts: false,
    drainMs: 0,
    report: (line) => process.stderr.write(`${line}\n`),
  });
  const client = await new mongoose.mongo.MongoClient(system.local.mongoUrl).connect();
  return {
    ...system,
    dir,
    client,
    core: client.db(),
    processes: () => pidsOf(system),
    async stop() {
      await client.close();
      await system.stop();
      await block.release();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Starts the whole system for some work, and stops it afterwards. */
export async function onSystem<T>(
  work: (system: BenchSystem) => Promise<T>,
  options: Parameters<typeof runSystem>[0] = {},
): Promise<T> {
  const system = await runSystem(options);
  try {
    return await work(system);
  } finally {
    await system.stop();
  }
}
