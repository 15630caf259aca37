import { clockToleranceMs } from '@pas/shared/context/clock-tolerance';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { checkBatch, type StaleRow } from './check-batch.ts';
import { nextRows } from './next-rows.ts';

/** Rows per batch. */
const batchSize = 1000;

/** The maximum number of rows that are named. */
const maxNamed = 100;

/** Whether data that the plan depends on has changed since the dry run. It reads one index per collection. */
export async function hasChangedSince(
  { tenantId }: OperationContext,
  { createdAt }: ImportRow,
): Promise<boolean> {
  const since = { $gt: new Date(createdAt.getTime() - clockToleranceMs) };
  const changed = { tenantId, updatedAt: since };
  return (await UnitModel.exists(changed)) !== null || (await UserModel.exists(changed)) !== null;
}

/**
 * Compares the whole plan with the current data.
 *
 * @returns the rows whose operation has changed: the first 100 and the rest of their batch
 */
export async function findStale(ctx: OperationContext, imported: ImportRow): Promise<StaleRow[]> {
  const found: StaleRow[] = [];
  for (let checkpoint = 0; found.length < maxNamed;) {
    const rows = await nextRows(ctx, { ...imported, checkpoint }, batchSize);
    if (rows.length === 0) break;
    found.push(...(await checkBatch(ctx, imported, rows)).stale);
    checkpoint = rows.at(-1)?.line ?? checkpoint;
  }
  return found;
}
