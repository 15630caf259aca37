import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { countNewUnits, countVerdicts, isInvalid } from '../rows/count-verdicts.ts';
import { emptyPlanHash, extendPlanHash } from './plan-hash.ts';
import { hasMoreResidents, planMoveOuts } from './plan-move-outs.ts';
import type { ResolvedRow, SentRow } from '../rows/resolved-row.ts';
import { openResolver, resolveRows } from './resolve-rows.ts';
import { trackRoster } from './roster.ts';
import { trackRowLinks } from './row-links.ts';

/** Rows per batch of a synchronous plan. */
const batchSize = 1000;

/**
 * Maximum residents of the properties for synchronous planning of move-outs. Above it, a worker plans the
 * import.
 */
const maxResidents = 5000;

/** An import, with the rows to store. */
export interface PlannedImport {
  row: ImportRow;
  rows: readonly (SentRow | ResolvedRow)[];
}

/**
 * Plans an import of few rows. If the roster has to be compared with many residents, the import stays
 * VALIDATING with its rows as sent. A worker then plans it.
 */
export async function planImmediately(
  ctx: OperationContext,
  row: ImportRow,
  sent: readonly SentRow[],
): Promise<PlannedImport> {
  const resolver = await openResolver(ctx, row, trackRowLinks());
  const roster = row.options.onMissing === 'PROPOSE_MOVE_OUT' ? trackRoster(resolver) : null;
  const rows: ResolvedRow[] = [];
  for (let from = 0; from < sent.length; from += batchSize) {
    const resolved = await resolveRows(resolver, sent.slice(from, from + batchSize));
    await roster?.add(resolved);
    rows.push(...resolved);
  }
  let proposable: number | null = null;
  if (roster) {
    if (await hasMoreResidents(ctx, roster, maxResidents)) return { row, rows: sent };
    proposable = 0;
    for await (const batch of planMoveOuts(ctx, roster, sent.at(-1)?.line ?? 0)) {
      rows.push(...batch.rows);
      proposable += batch.proposable;
    }
  }
  const totals = countVerdicts(row.totals, rows);
  const planHash = extendPlanHash(emptyPlanHash, rows);
  const status = isInvalid(totals) ? 'INVALID' : 'VALIDATED';
  const newUnits = countNewUnits(rows);
  return { row: { ...row, totals, newUnits, planHash, status, proposable }, rows };
}
