import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { countVerdicts, isInvalid } from './count-verdicts.ts';
import { emptyPlanHash, extendPlanHash } from './plan-hash.ts';
import { hasMoreResidents, planMoveOuts } from './plan-move-outs.ts';
import type { ResolvedRow, SentRow } from './resolved-row.ts';
import { openResolver, resolveRows } from './resolve-rows.ts';
import { trackRoster } from './roster.ts';
import { trackPlaces } from './row-places.ts';

/** Rows in one batch of those that are resolved at once. */
const batchSize = 1000;

/** The most residents of the properties whose move-outs are planned at once; of more a worker plans them. */
const maxResidents = 5000;

/** An import, and the rows to store with it. */
export interface PlannedImport {
  row: ImportRow;
  rows: readonly (SentRow | ResolvedRow)[];
}

/**
 * Plans an import of few rows. Where many residents are to be held against the roster, it stays VALIDATING, with its rows
 * as they were sent: a worker plans it.
 */
export async function planAtOnce(
  ctx: OperationContext,
  row: ImportRow,
  held: readonly SentRow[],
): Promise<PlannedImport> {
  const resolver = await openResolver(ctx, row, trackPlaces());
  const roster = row.options.onMissing === 'PROPOSE_MOVE_OUT' ? trackRoster(resolver) : null;
  const rows: ResolvedRow[] = [];
  for (let from = 0; from < held.length; from += batchSize) {
    const resolved = await resolveRows(resolver, held.slice(from, from + batchSize));
    await roster?.note(resolved);
    rows.push(...resolved);
  }
  let proposable: number | null = null;
  if (roster) {
    if (await hasMoreResidents(ctx, roster, maxResidents)) return { row, rows: held };
    proposable = 0;
    for await (const batch of planMoveOuts(ctx, roster, held.at(-1)?.line ?? 0)) {
      rows.push(...batch.rows);
      proposable += batch.proposable;
    }
  }
  const totals = countVerdicts(row.totals, rows);
  const planHash = extendPlanHash(emptyPlanHash, rows);
  const status = isInvalid(totals) ? 'INVALID' : 'VALIDATED';
  return { row: { ...row, totals, planHash, status, proposable }, rows };
}
