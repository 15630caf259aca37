import { globSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endLeftovers, holderOf } from '@pas/tools/local-system/ledger';

/** How the directories of test clusters begin. */
export const clusterDirPrefix = 'property-access-cluster-';

/** A cluster that is just being made has no ledger yet. */
const youngMs = 60_000;

/** Absent directories count as young: another run removes them at this very moment. */
function isYoung(dir: string): boolean {
  const stats = statSync(dir, { throwIfNoEntry: false });
  return stats === undefined || Date.now() - stats.mtimeMs < youngMs;
}

/** In the directory of this run, and in those of other runs of `script/test`, which stand beside it. */
function clusterDirs(): string[] {
  const own = globSync(join(tmpdir(), `${clusterDirPrefix}*`));
  const beside = globSync(join(dirname(tmpdir()), `property-access-test.*/${clusterDirPrefix}*`));
  return [...new Set([...own, ...beside])];
}

/** Ends and removes the clusters of test runs that were killed: nobody else comes back to their directories. */
export async function removeAbandonedClusters(): Promise<void> {
  for (const dir of clusterDirs()) {
    const ledgerFile = join(dir, 'processes.json');
    if (isYoung(dir) || holderOf(ledgerFile) !== null) continue;
    await endLeftovers(ledgerFile);
    rmSync(dir, { recursive: true, force: true });
  }
}
