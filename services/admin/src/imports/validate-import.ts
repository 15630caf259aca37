import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { countVerdicts, isInvalid, newTotals } from './count-verdicts.ts';
import { emptyPlanHash, extendPlanHash } from './plan-hash.ts';
import type { ResolvedRow, SentRow } from './resolved-row.ts';
import { openResolver, resolveRows } from './resolve-rows.ts';
import { trackPlaces } from './row-places.ts';
import { importTransitions, moveImport } from './transitions.ts';

/** Rows that are resolved and stored together. */
const batchSize = 500;

async function readBatch({ _id: importId, tenantId }: ImportRow, after: number): Promise<SentRow[]> {
  const filter = { tenantId, importId, line: { $gt: after } };
  return ImportedRowModel.find(filter, { line: 1, cells: 1 })
    .sort({ line: 1 })
    .limit(batchSize)
    .lean<SentRow[]>();
}

async function saveBatch({ _id, tenantId }: ImportRow, rows: readonly ResolvedRow[]): Promise<void> {
  const writes = rows.map(({ cells: _cells, ...row }) => ({
    updateOne: { filter: { _id: `${_id}-${row.line}`, tenantId }, update: { $set: row } },
  }));
  await ImportedRowModel.collection.bulkWrite(writes as never, { ordered: false });
}

/** Notes how far the validation is; false if the import was cancelled meanwhile. */
async function noteProgress({ _id, tenantId }: ImportRow, set: Partial<ImportRow>): Promise<boolean> {
  const { matchedCount } = await ImportModel.updateOne(
    { _id, tenantId, status: 'VALIDATING' },
    { $set: set },
  );
  return matchedCount === 1;
}

async function finish(ctx: OperationContext, imported: ImportRow, set: Partial<ImportRow>): Promise<void> {
  const { _id: id, reach } = imported;
  const name = set.totals && isInvalid(set.totals) ? 'invalidate' : 'validate';
  await commit(ctx, async (change) => {
    const moved = await moveImport(ctx, change, { name, id, set });
    if (!moved) return;
    change.record({
      action: importTransitions[name].action,
      targets: [{ type: 'import', id }],
      changes: fieldChanges(imported, moved, { fields: ['status', 'planHash', 'totals'] }),
      propertyIds: reach ?? [],
    });
  });
}

/**
 * Resolves the stored rows of an import batch by batch, and stores the plan. It starts at the first row: after a crash,
 * rows that were resolved before are resolved again.
 *
 * @param signal ends the work between two batches
 */
export async function validateImport(
  ctx: OperationContext,
  imported: ImportRow,
  signal: AbortSignal,
): Promise<void> {
  const resolver = await openResolver(ctx, imported, trackPlaces());
  let planHash = emptyPlanHash;
  let totals = newTotals(imported.totals.rows);
  let batch = await readBatch(imported, 0);
  while (batch.length > 0) {
    const resolved = await resolveRows(resolver, batch);
    if (signal.aborted) return;
    await saveBatch(imported, resolved);
    planHash = extendPlanHash(planHash, resolved);
    totals = countVerdicts(totals, resolved);
    const checkpoint = batch.at(-1)?.line ?? 0;
    if (!(await noteProgress(imported, { checkpoint, totals }))) return;
    batch = await readBatch(imported, checkpoint);
  }
  await finish(ctx, imported, { planHash, totals });
}
