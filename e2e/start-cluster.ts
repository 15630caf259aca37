import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalSystem, type LocalSystem } from '@pas/tools/local-system/start-local-system';
import { findFreeBlock } from '@pas/tools/local-system/taken-ports';
import { clusterDirPrefix, removeAbandonedClusters } from './remove-abandoned-clusters.ts';

/** What a test file wants of its own system. */
export interface ClusterOptions {
  /** Of each service; default 1. */
  replicas?: number;
  /** Whether the gateway has so many replicas too; default false: one process then has all logs and look-ups. */
  hasGatewayReplicas?: boolean;
  /** Whether a killed process is started again, as `script/server` does; default false: a test looks at the gap. */
  restarts?: boolean;
  /** Whether the demo is there; default false. */
  hasDemo?: boolean;
  /** Whether everything runs over TLS, as production; default false. */
  tls?: boolean;
  /** How long a stopping service stays reachable, in milliseconds. */
  drainMs?: number;
}

/** A whole system of one test file alone, on real servers, whose processes can be done harm. */
export interface Cluster {
  /** Addresses, keys and passwords, as `local.json` has them. */
  local: LocalSystem['local'];
  /** Where `local.json`, `secrets.json` and `logs/` are. */
  dataDir: string;
  /** Every process: `gateway`, `admin-1`, `admin-workers`, `test-resident-1`, `mongod`, `nats-server` and so on. */
  processes: readonly string[];
  /** Kills a process; resolves once it is gone. */
  kill(name: string, signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Stops the clock of a process: it neither answers nor dies. */
  pause(name: string): Promise<void>;
  resume(name: string): Promise<void>;
  /** Starts a process that was killed, with the port and data that it had; resolves once it is ready. */
  start(name: string): Promise<void>;
  /** Restarts a process with a clock that differs so much from that of the machine; resolves once it is ready. */
  shiftClock(name: string, shiftMs: number): Promise<void>;
  /** Changes some variables of a process from its next start on. */
  configure(name: string, variables: Readonly<Record<string, string>>): Promise<void>;
  /** Stops a process in order, so that it finishes what it has. */
  stopProcess(name: string): Promise<void>;
  /** All that a process has written, over all its lives. */
  logOf(name: string): string;
  /** Stops everything and removes the data. */
  stop(): Promise<void>;
}

const shiftClockOption = ` --import=${join(import.meta.dirname, 'faults/programs/shift-clock.ts')}`;

/** Test files may run side by side, each from a port of its own. */
const somePort = (): number => 10_000 + 200 * Math.floor(Math.random() * 100);

/** Starts a whole system with no data, on free ports. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { replicas = 1, restarts = false, hasDemo = false, tls = false, drainMs = 0 } = options;
  const { hasGatewayReplicas = false } = options;
  await removeAbandonedClusters();
  const dataDir = mkdtempSync(join(tmpdir(), clusterDirPrefix));
  const removeData = (): void => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', removeData);
  const { local, fleet, stop } = await startLocalSystem({
    port: await findFreeBlock(somePort(), replicas),
    dataDir,
    profile: hasDemo ? 'demo' : null,
    replicas,
    tls,
    watched: null,
    environment: process.env,
    restarts,
    hasGatewayReplicas,
    drainMs,
    report: (line) => process.stderr.write(`${line}\n`),
  });
  return {
    local,
    dataDir,
    processes: fleet.names,
    kill: (name, signal = 'SIGKILL') => fleet.get(name).signal(signal),
    pause: (name) => fleet.get(name).signal('SIGSTOP'),
    resume: (name) => fleet.get(name).signal('SIGCONT'),
    start: (name) => fleet.get(name).start(),
    async shiftClock(name, shiftMs) {
      const member = fleet.get(name);
      await member.signal('SIGKILL');
      const [options = ''] = (member.plan.env['NODE_OPTIONS'] ?? '').split(shiftClockOption);
      const shifted = shiftMs === 0 ? options : `${options}${shiftClockOption}`;
      member.configure({ CLOCK_SHIFT_MS: String(shiftMs), NODE_OPTIONS: shifted });
      await member.start();
    },
    configure: async (name, variables) => fleet.get(name).configure(variables),
    stopProcess: (name) => fleet.get(name).stop(),
    logOf: (name) => readFileSync(fleet.get(name).logFile, 'utf8'),
    async stop() {
      await stop();
      process.off('exit', removeData);
      removeData();
    },
  };
}
