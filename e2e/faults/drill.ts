import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Readiness } from '@pas/platform/health/readiness';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { httpUrlOf, type Blueprint } from '@pas/tools/local-system/plans/blueprint';
import mongoose from 'mongoose';
import { inject } from 'vitest';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { createCompany } from '../client/new-company.ts';
import { openStores, type Stores } from '../client/stores.ts';
import { harmsAt } from '../shared-system/harm.ts';
import { planOf, useSystem, type SharedSystemFacts } from '../shared-system/use-system.ts';
import { startCluster, type Cluster, type ClusterOptions } from '../start-cluster.ts';

const { MongoClient } = mongoose.mongo;
type Database = ReturnType<InstanceType<typeof MongoClient>['db']>;

/** Readiness of a process, with the HTTP status. */
export interface ReadinessAnswer extends Readiness {
  httpStatus: number;
}

/** A system that a test file may harm, with access to its stores. */
export interface Drill extends Cluster {
  /** Works in DEV, in the tenant of `local.apiKey`. */
  manager: PropertyManager;
  /** The stores of DEV. */
  stores: Stores;
  /** DEV's database, for access that no service offers. */
  database: Database;
  /** The database above the environments. */
  control: Database;
  /** The plan of the system: ports, secrets and directories of every process. */
  blueprint: Blueprint;
  /** Reads `/readyz` of a process, without the gateway. */
  readiness(process: string): Promise<ReadinessAnswer>;
  /** Runs `script/pas` on this system and returns what it printed. */
  pas(...args: readonly string[]): Promise<string>;
  /** Restores all processes to a running and ready state. */
  heal(): Promise<void>;
}

/** Timeout of a readiness request. */
const answerMs = 5000;

/** Opens the stores of a running system. */
async function openDrill(
  cluster: Cluster,
  options: Omit<SharedSystemFacts, 'local' | 'dataDir' | 'processes'>,
): Promise<Drill> {
  const { local, dataDir } = cluster;
  const blueprint = planOf({ ...options, local, dataDir });
  const stores = await openStores({ blueprint }, 'DEV');
  const client = new MongoClient(local.mongoUrl);
  const portOf = (process: string): number =>
    blueprint.ports.all.find(({ user }) => user === process)?.port ?? 0;
  return {
    ...cluster,
    manager: actAsManager({ gatewayUrl: local.gatewayUrl, key: local.apiKey }),
    stores,
    blueprint,
    database: client.db(),
    control: client.db('pas_control'),
    async readiness(process) {
      const url = `${httpUrlOf(blueprint, portOf(process))}/readyz`;
      const response = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
      return { httpStatus: response.status, ...((await response.json()) as Readiness) };
    },
    async pas(...args) {
      const env = { ...process.env, LOCAL_DATA: dataDir };
      return (await promisify(execFile)(join(repositoryDir, 'script/pas'), args, { env })).stdout;
    },
    async heal() {
      await Promise.all(cluster.processes.map((name) => cluster.resume(name)));
      await Promise.all(cluster.processes.map((name) => cluster.start(name)));
    },
    async stop() {
      await Promise.all([stores.close(), client.close()]);
      await cluster.stop();
    },
  };
}

/** Starts a system that does not restart killed processes. */
export async function startDrill(options: ClusterOptions = {}): Promise<Drill> {
  const { replicas = 1, storeMembers, sites } = options;
  return openDrill(await startCluster({ ...options, restarts: false }), { replicas, storeMembers, sites });
}

/**
 * Takes the shared system for a drill; no other test may use it meanwhile. The drill has its own tenant, and
 * `stop` leaves every process running and ready.
 */
export async function borrowSystem(): Promise<Drill> {
  const system = await useSystem();
  const { local, dataDir, processes, replicas } = system;
  const { key } = await createCompany(local, { name: `Drill ${randomUUID().slice(0, 8)}` });
  const harms = harmsAt(inject('sharedSystemUrl'));
  const drill = await openDrill(
    {
      ...harms,
      local: { ...local, apiKey: key },
      dataDir,
      processes,
      logOf: (name) => system.wholeLogOf(name),
      stop: async () => undefined,
    },
    { replicas },
  );
  return {
    ...drill,
    async stop() {
      await drill.heal();
      await drill.stop();
    },
  };
}
