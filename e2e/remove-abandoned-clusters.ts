import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { endLeftovers } from '@pas/tools/local-system/ledger';
import { identifyProcess } from '@pas/tools/local-system/process-identity';

const prefix = 'property-access-cluster-';

/** Creates the directory of a cluster. Its name contains the id of this process, which owns it. */
export const createClusterDir = (): string => mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));

/** Whether the owner runs. It alone removes its directory, also when the cluster has ended or has not started yet. */
function hasOwner(dir: string): boolean {
  const [owner] = basename(dir).slice(prefix.length).split('-');
  return identifyProcess(Number(owner)) !== null;
}

/** Lists the clusters of this run and of other runs of `script/test`. */
function clusterDirs(): string[] {
  const own = globSync(join(tmpdir(), `${prefix}*`));
  const beside = globSync(join(dirname(tmpdir()), `property-access-test.*/${prefix}*`));
  return [...new Set([...own, ...beside])];
}

/** Ends and removes the clusters of killed test runs, whose directories nobody uses again. */
export async function removeAbandonedClusters(): Promise<void> {
  for (const dir of clusterDirs().filter((each) => !hasOwner(each))) {
    await endLeftovers(join(dir, 'processes.json'));
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  }
}
