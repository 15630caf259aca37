import { openLease } from '@pas/platform/leases/lease';
import { runAsHolder } from '@pas/platform/leases/run-as-holder';
import { findUnfolded, foldCarried } from '@pas/platform/lists/row-totals';
import type { Logger } from '@pas/platform/log/logger';
import { core } from '@pas/platform/mongo/connections';
import { isCounted } from '@pas/platform/mongo/define-model';
import type { Model } from 'mongoose';

const everyMs = 60_000;
const [ttlMs, renewMs] = [30_000, 10_000];

/** Folds the unread row counts every minute, in one replica. */
export function startFoldingCounts({ environment, log }: { environment: string; log: Logger }): {
  stop(): Promise<void>;
} {
  const lease = openLease({ connection: core, name: `row-counts-${environment}`, ttlMs });
  const counted = (): Model<never>[] =>
    Object.values(core.models as unknown as Record<string, Model<never>>).filter(({ collection }) =>
      isCounted(collection.name),
    );
  const hasWork = async (): Promise<boolean> => (await findUnfolded()).length > 0;
  const round = async (): Promise<boolean> => {
    await foldCarried(counted(), log);
    return false;
  };
  return runAsHolder({
    name: 'folding of row counts',
    lease,
    renewMs,
    untilNextMs: () => everyMs,
    hasWork,
    round,
    log,
  });
}
