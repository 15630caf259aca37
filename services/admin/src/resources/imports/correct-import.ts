import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import type { ImportRow } from '@pas/shared/models/import';
import { correctCells, type CorrectedCell } from './correct-cells.ts';
import { importStatusAt } from './import-state.ts';
import { loadImport } from './load-import.ts';
import { chooseProperty } from './planning/plan-import.ts';
import { requireQueueCapacity } from './planning/require-queue-capacity.ts';
import { planExpiry } from './reading/new-import.ts';
import type { ColumnMapping } from './reading/tables/recognize-columns.ts';
import { remapColumns } from './reading/tables/remap-columns.ts';
import { requireImportScopes } from './require-import-scopes.ts';
import { newTotals } from './rows/count-verdicts.ts';
import { importTransitions, moveImport } from './transitions.ts';

/** Corrections of a table that was sent before. An undefined field stays as it is. */
interface Correction {
  cells: readonly CorrectedCell[];
  mapping?: ColumnMapping | undefined;
  propertyId?: string | undefined;
  createUnits?: boolean | undefined;
}

/** @throws conflict for an import whose plan does not wait for its commit */
function requireCorrectable(ctx: OperationContext, row: ImportRow): void {
  const status = importStatusAt(row, ctx.now);
  if (status === 'VALIDATED' || status === 'INVALID') return;
  if (status === 'EXPIRED')
    throw conflict('import_expired', 'The dry run is older than 24 hours. Make a new dry run of the file.');
  if (status === 'VALIDATING')
    throw conflict('import_not_ready', 'The dry run is not finished. Wait until its status is VALIDATED.');
  throw conflict('import_not_correctable', `The import is ${status}. Make a new dry run of the file.`);
}

/** Returns the fields of the import for its new plan. */
async function fieldsOf(
  ctx: OperationContext,
  row: ImportRow,
  { mapping, propertyId, createUnits = row.options.createUnits }: Correction,
): Promise<Partial<ImportRow> & Pick<ImportRow, 'options'>> {
  const columns = mapping ? remapColumns(row.columns, mapping) : row.columns;
  const property = await chooseProperty(ctx, columns, propertyId ?? row.propertyId ?? undefined);
  return {
    columns,
    propertyId: property?._id ?? null,
    reach: property ? [property._id] : row.reach,
    // The plan stays restricted if any caller who has chosen its content is restricted to properties.
    isRestricted: row.isRestricted || ctx.principal.propertyIds !== null,
    options: { ...row.options, createUnits },
    correctedAt: ctx.now,
    expiresAt: planExpiry(ctx.now),
    planHash: null,
    totals: newTotals(row.totals.rows),
    newUnits: 0,
    proposable: null,
  };
}

/**
 * Corrects the table of an import whose plan waits for its commit. A worker then makes a new plan of all rows.
 *
 * @throws not_found for an unknown import or property; forbidden for scopes that the options need
 * @throws invalid for unknown lines and columns, and for a mapping that does not fit
 * @throws conflict for an import that is not ready (`import_not_ready`) or has expired (`import_expired`)
 * @throws conflict for one that is committed or has ended (`import_not_correctable`)
 * @throws rate_limited when other imports of the tenant wait for their validation
 */
export async function correctImport(
  ctx: OperationContext,
  id: string,
  correction: Correction,
): Promise<ImportRow> {
  await requireQueueCapacity(ctx);
  return commit(ctx, async (change) => {
    const row = await loadImport(ctx, id, change.session);
    requireCorrectable(ctx, row);
    const set = await fieldsOf(ctx, row, correction);
    requireImportScopes(ctx, set.options);
    await correctCells(row, correction.cells, change.session);
    const corrected = await moveImport(ctx, change, { name: 'correct', id, set });
    if (!corrected)
      throw conflict('import_not_correctable', 'The import has changed meanwhile. Read it again.');
    change.record({
      action: importTransitions.correct.action,
      targets: [{ type: 'import', id }],
      changes: fieldChanges(row, corrected, { fields: ['status', 'propertyId', 'options', 'planHash'] }),
      propertyIds: corrected.reach ?? [],
    });
    return corrected;
  });
}
