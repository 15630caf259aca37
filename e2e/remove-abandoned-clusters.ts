import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Ends and removes the clusters of test runs that were killed: nobody else comes back to their directories. */
export async function removeAbandonedClusters(): Promise<void> {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(clusterDirPrefix));
  const dirs = names.map((name) => join(tmpdir(), name));
  for (const dir of dirs) {
    const ledgerFile = join(dir, 'processes.json');
    if (isYoung(dir) || holderOf(ledgerFile) !== null) continue;
    await endLeftovers(ledgerFile);
    rmSync(dir, { recursive: true, force: true });
  }
}
