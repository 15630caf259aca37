import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import type { ImportError } from '@pas/shared/models/imported-row';
import { isAsPlanned } from '../plan-hash.ts';
import { openResolver, resolveRows } from '../resolve-rows.ts';
import { plannedPlaces } from '../row-places.ts';
import type { PlannedRow } from './working-set.ts';

/** A row that no longer means what was planned. */
export interface StaleRow {
  row: PlannedRow;
  problems: ImportError[];
}

/** A batch of the plan, held against the data of now. */
export interface CheckedBatch {
  rows: PlannedRow[];
  stale: StaleRow[];
}

/** What a row shows that is stale, if nothing else is wrong with it. */
export const staleProblem: ImportError = {
  column: '',
  code: 'plan_stale',
  message: 'The resident or the unit has changed since the dry run. Make a new dry run.',
  suggestion: null,
};

/**
 * Resolves a batch of the plan again and finds the rows whose operation would be another one now. Proposed move-outs
 * stand in no file; they are compared when they are executed.
 */
export async function checkBatch(
  ctx: OperationContext,
  imported: ImportRow,
  planned: readonly PlannedRow[],
): Promise<CheckedBatch> {
  const sent = planned.filter(({ verdict }) => verdict !== 'move_out');
  const resolver = await openResolver(ctx, imported, plannedPlaces(sent));
  const resolved = await resolveRows(resolver, sent);
  const again = new Map(resolved.map((row) => [row.line, row]));
  const stale: StaleRow[] = [];
  const rows: PlannedRow[] = [];
  for (const row of planned) {
    const now = again.get(row.line);
    if (!now || isAsPlanned(row, now)) rows.push(row);
    else stale.push({ row, problems: now.problems.length > 0 ? now.problems : [staleProblem] });
  }
  return { rows, stale };
}
