import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { checkBatch, type StaleRow } from './check-batch.ts';
import { nextRows } from './next-rows.ts';

/** The rows that are resolved together. */
const batchSize = 1000;

/** The most rows that are named. */
const maxNamed = 100;

/** Clocks of two processes may be this far apart, in milliseconds. */
const clockToleranceMs = 60_000;

/** Whether anything that the plan may stand on has changed since the dry run: one read of an index for each collection. */
export async function hasChangedSince(
  { tenantId }: OperationContext,
  { createdAt }: ImportRow,
): Promise<boolean> {
  const since = { $gt: new Date(createdAt.getTime() - clockToleranceMs) };
  const changed = { tenantId, updatedAt: since };
  return (await UnitModel.exists(changed)) !== null || (await UserModel.exists(changed)) !== null;
}

/**
 * Holds the whole plan against the data of now.
 *
 * @returns the rows whose operation would be another one; of many, the first 100 and the rest of their batch
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
