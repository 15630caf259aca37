import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalSystem, type LocalSystem } from '@pas/tools/local-system/start-local-system';
import type { Sites } from '@pas/tools/local-system/plans/blueprint';
import { claimFreeBlock } from '@pas/tools/local-system/taken-ports';
import { createClusterDir, removeAbandonedClusters } from './remove-abandoned-clusters.ts';

/** Options of a test file's own system. */
export interface ClusterOptions {
  /** Replicas of each service; default 1. */
  replicas?: number;
  /** Whether the gateway has as many replicas; default false: one process then has all its logs. */
  hasGatewayReplicas?: boolean;
  /** Whether killed processes restart, as with `script/server`; default false, so that tests see the gap. */
  restarts?: boolean;
  /** Whether the system has the demo data; default false. */
  hasDemo?: boolean;
  /** Members of each store: one or three. Default 1. */
  storeMembers?: number;
  /** Networks of the processes. Default: all run on 127.0.0.1. */
  sites?: Sites;
  /** Prepares the data directory before the start, for example with mounts. Returns a function that reverts this. */
  prepare?: (dataDir: string) => () => void;
  /** Whether everything runs over TLS, as in production; default false. */
  tls?: boolean;
  /** Time for which a stopping service stays reachable, in milliseconds. */
  drainMs?: number;
  /** Variables that the processes inherit, in addition to those of the test. */
  environment?: Readonly<Record<string, string>>;
}

/** A whole system of one test file on real servers. The file may disturb its processes. */
export interface Cluster {
  /** Addresses, keys and passwords: the content of `local.json`. */
  local: LocalSystem['local'];
  /** The directory of `local.json`, `secrets.json` and `logs/`. */
  dataDir: string;
  /**
   * Names of all processes: `gateway`, `admin-1`, `admin-workers`, `test-resident-1`, `mongod`, `nats-server`
   * and so on.
   */
  processes: readonly string[];
  /** Kills a process; resolves once it is gone. */
  kill(name: string, signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Freezes a process, which then neither answers nor dies. */
  pause(name: string): Promise<void>;
  resume(name: string): Promise<void>;
  /** Starts a killed process with its port and data; resolves once it is ready. */
  start(name: string): Promise<void>;
  /** Restarts a process with a shifted clock; resolves once it is ready. */
  shiftClock(name: string, shiftMs: number): Promise<void>;
  /** Restarts a process so that each `stepClock` shifts its clock, and the next one shifts it back. */
  prepareClock(name: string, shiftMs: number): Promise<void>;
  stepClock(name: string): Promise<void>;
  /** Changes environment variables of a process, from its next start. */
  configure(name: string, variables: Readonly<Record<string, string>>): Promise<void>;
  /** Stops a process of a service and starts it with the sources of a checkout; resolves once it is ready. */
  runFrom(name: string, checkout: string): Promise<void>;
  /** Stops a process gracefully, so that it finishes its work. */
  stopProcess(name: string): Promise<void>;
  /** Returns the whole log of a process, across restarts. */
  logOf(name: string): string;
  /** Stops everything and removes the data. */
  stop(): Promise<void>;
}

const shiftClockOption = ` --import=${join(import.meta.dirname, 'faults/programs/shift-clock.ts')}`;

/** Returns a random base port, because test files run in parallel. */
const randomPort = (): number => 10_000 + 200 * Math.floor(Math.random() * 100);

/** Creates and prepares a data directory. */
function createDataDir({ prepare }: ClusterOptions): { dataDir: string; removeData: () => void } {
  const dataDir = createClusterDir();
  const revert = prepare?.(dataDir);
  const removeData = (): void => {
    revert?.();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, removeData };
}

/** Starts a whole system without data, on free ports. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { replicas = 1, restarts = false, hasDemo = false, tls = false, drainMs = 0 } = options;
  const { hasGatewayReplicas = false, environment = {}, storeMembers = 1, sites = null } = options;
  await removeAbandonedClusters();
  const { dataDir, removeData } = createDataDir(options);
  process.once('exit', removeData);
  const block = await claimFreeBlock(randomPort(), replicas, storeMembers);
  const { local, fleet, stop } = await startLocalSystem({
    port: block.port,
    dataDir,
    profile: hasDemo ? 'demo' : null,
    replicas,
    storeMembers,
    sites,
    tls,
    watched: null,
    environment: { ...process.env, ...environment },
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
      member.configure({ CLOCK_SHIFT_MS: String(shiftMs), CLOCK_STEPS: '', NODE_OPTIONS: shifted });
      await member.start();
    },
    async prepareClock(name, shiftMs) {
      const member = fleet.get(name);
      await member.stop();
      const options = `${member.plan.env['NODE_OPTIONS'] ?? ''}${shiftClockOption}`;
      member.configure({ CLOCK_SHIFT_MS: String(shiftMs), CLOCK_STEPS: '1', NODE_OPTIONS: options });
      await member.start();
    },
    stepClock: (name) => fleet.get(name).signal('SIGWINCH'),
    configure: async (name, variables) => fleet.get(name).configure(variables),
    async runFrom(name, checkout) {
      const member = fleet.get(name);
      await member.stop();
      member.takeSources(checkout);
      await member.start();
    },
    stopProcess: (name) => fleet.get(name).stop(),
    logOf: (name) => readFileSync(fleet.get(name).logFile, 'utf8'),
    async stop() {
      await stop();
      await block.release();
      process.off('exit', removeData);
      removeData();
    },
  };
}
