import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { BatchLost } from '../committing/commit-batch.ts';
import { endState } from '../committing/end-commit.ts';
import type { ImportWork } from '../import-work.ts';
import type { PlannedRow } from '../committing/working-set.ts';
import { revertBatch } from './revert-batch.ts';

const batchSize = 500;

/** Reads the rows to undo next: executed rows, last line first. */
async function rowsToUndo({ tenantId }: OperationContext, { _id: importId, checkpoint }: ImportRow) {
  return ImportedRowModel.find({ tenantId, importId, line: { $lt: checkpoint }, execution: 'DONE' })
    .sort({ line: -1 })
    .limit(batchSize)
    .lean<PlannedRow[]>();
}

/** Ends a revert that is done, with its event. */
async function endRevert(ctx: OperationContext, imported: ImportRow): Promise<void> {
  await commit(ctx, async (change) => {
    const ended = await endState(ctx, change, { name: 'finishRevert', imported });
    if (!ended) return;
    const { _id: importId, propertyId, version: aggregateVersion, totals, progress } = ended;
    const counts = { reverted: totals.reverted, kept: progress?.kept ?? 0 };
    change.publish({
      type: 'pas.v1.onboarding.import.reverted',
      subject: importId,
      data: { aggregateVersion, importId, propertyId, ...counts },
    });
  });
}

/** @returns whether work remains */
async function step(work: ImportWork): Promise<boolean> {
  const ctx = work.context();
  const filter = { _id: work.imported._id, tenantId: ctx.tenantId, status: 'REVERTING' as const };
  const imported = await ImportModel.findOne(filter).lean<ImportRow>();
  if (!imported) return false;
  const rows = await rowsToUndo(ctx, imported);
  if (rows.length === 0) {
    await endRevert(ctx, imported);
    return false;
  }
  try {
    await revertBatch(ctx, { imported, rows });
  } catch (error) {
    if (!(error instanceof BatchLost)) throw error;
  }
  return true;
}

/** Undoes an import, from its last line to its first. */
export async function runRevert(work: ImportWork): Promise<void> {
  do await work.proceed();
  while (await step(work));
}
