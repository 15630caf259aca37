import { globSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endLeftovers, holderOf } from '@pas/tools/local-system/ledger';

/** Prefix of the directories of test clusters. */
export const clusterDirPrefix = 'property-access-cluster-';

/** A new cluster has no ledger for up to this time. */
const youngMs = 60_000;

/** Whether a directory is new. Missing directories count as new, because another run is removing them. */
function isYoung(dir: string): boolean {
  const stats = statSync(dir, { throwIfNoEntry: false });
  return stats === undefined || Date.now() - stats.mtimeMs < youngMs;
}

/** Lists the clusters of this run and of other runs of `script/test`. */
function clusterDirs(): string[] {
  const own = globSync(join(tmpdir(), `${clusterDirPrefix}*`));
  const beside = globSync(join(dirname(tmpdir()), `property-access-test.*/${clusterDirPrefix}*`));
  return [...new Set([...own, ...beside])];
}

/** Ends and removes the clusters of killed test runs, whose directories nobody uses again. */
export async function removeAbandonedClusters(): Promise<void> {
  for (const dir of clusterDirs()) {
    const ledgerFile = join(dir, 'processes.json');
    if (isYoung(dir) || holderOf(ledgerFile) !== null) continue;
    await endLeftovers(ledgerFile);
    rmSync(dir, { recursive: true, force: true });
  }
}
