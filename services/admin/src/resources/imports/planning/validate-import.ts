import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import type { ClientSession } from 'mongoose';
import { countNewUnits, countVerdicts, isInvalid, newTotals } from '../rows/count-verdicts.ts';
import type { ImportWork } from '../import-work.ts';
import { findDateOrders } from './find-date-orders.ts';
import { emptyPlanHash, extendPlanHash } from './plan-hash.ts';
import { planMoveOuts } from './plan-move-outs.ts';
import type { ResolvedRow, SentRow } from '../rows/resolved-row.ts';
import { openResolver, resolveRows, type Resolver } from './resolve-rows.ts';
import { trackRoster, type Roster } from './roster.ts';
import { trackRowLinks } from './row-links.ts';
import { replaceRows, storeRows } from '../rows/stage-rows.ts';
import { importTransitions, moveImport } from '../transitions.ts';

/** Rows per batch. */
const batchSize = 500;

async function readBatch({ _id: importId, tenantId }: ImportRow, after: number): Promise<SentRow[]> {
  // An interrupted attempt may have left move-outs.
  const verdict = { $ne: 'move_out' as const };
  const filter = { tenantId, importId, line: { $gt: after }, verdict };
  return ImportedRowModel.find(filter, { line: 1, cells: 1 })
    .sort({ line: 1 })
    .limit(batchSize)
    .batchSize(batchSize + 1)
    .lean<SentRow[]>();
}

/** Returns the state in which a plan belongs to its rows: another correction makes it obsolete. */
const currentFilter = ({ _id, tenantId, correctedAt }: ImportRow) => ({
  _id,
  tenantId,
  status: 'VALIDATING' as const,
  correctedAt: correctedAt ?? null,
});

/** Whether the import is neither cancelled nor corrected meanwhile. A worker can lose its lease without noticing. */
const isCurrent = async (imported: ImportRow, session: ClientSession): Promise<boolean> =>
  (await ImportModel.exists(currentFilter(imported)).session(session)) !== null;

/** Stores the progress of the validation; false if the import was cancelled meanwhile. */
async function recordProgress(imported: ImportRow, set: Partial<ImportRow>): Promise<boolean> {
  const { matchedCount } = await ImportModel.updateOne(currentFilter(imported), { $set: set });
  return matchedCount === 1;
}

async function finish(ctx: OperationContext, imported: ImportRow, set: Partial<ImportRow>): Promise<void> {
  const { _id: id, reach } = imported;
  const name = set.totals && isInvalid(set.totals) ? 'invalidate' : 'validate';
  await commit(ctx, async (change) => {
    const isValid = await isCurrent(imported, change.session);
    const moved = isValid ? await moveImport(ctx, change, { name, id, set }) : null;
    if (!moved) return;
    change.record({
      action: importTransitions[name].action,
      targets: [{ type: 'import', id }],
      changes: fieldChanges(imported, moved, { fields: ['status', 'planHash', 'totals'] }),
      propertyIds: reach ?? [],
    });
  });
}

type Plan = Pick<ImportRow, 'planHash' | 'totals' | 'newUnits' | 'proposable'> & { planHash: string };

const withRows = (plan: Plan, rows: readonly ResolvedRow[]): Plan => ({
  ...plan,
  planHash: extendPlanHash(plan.planHash, rows),
  totals: countVerdicts(plan.totals, rows),
  newUnits: plan.newUnits + countNewUnits(rows),
});

interface Validation extends Pick<ImportWork, 'imported' | 'proceed'> {
  resolver: Resolver;
  /** Null if the import proposes no move-outs. */
  roster: Roster | null;
}

/** Resolves the rows as sent; null if the import is cancelled meanwhile. */
async function planRows({ imported, proceed, resolver, roster }: Validation) {
  let plan: Plan = {
    planHash: emptyPlanHash,
    totals: newTotals(imported.totals.rows),
    newUnits: 0,
    proposable: null,
  };
  let checkpoint = 0;
  let batch = await readBatch(imported, 0);
  while (batch.length > 0) {
    const resolved = await resolveRows(resolver, batch);
    await proceed();
    if (!(await replaceRows(imported, resolved, (session) => isCurrent(imported, session)))) return null;
    await roster?.add(resolved);
    plan = withRows(plan, resolved);
    checkpoint = batch.at(-1)?.line ?? checkpoint;
    if (!(await recordProgress(imported, { checkpoint, totals: plan.totals }))) return null;
    batch = await readBatch(imported, checkpoint);
  }
  return { plan, lastLine: checkpoint };
}

/** Adds the move-outs of residents who are not in the roster; null if the import is cancelled meanwhile. */
async function addMoveOuts(
  { imported, proceed, resolver: { ctx } }: Validation,
  roster: Roster,
  { plan: before, lastLine }: { plan: Plan; lastLine: number },
): Promise<Plan | null> {
  const { _id: importId, tenantId } = imported;
  await ImportedRowModel.deleteMany({ tenantId, importId, verdict: 'move_out' });
  let [plan, total] = [before, 0];
  for await (const { rows, proposable } of planMoveOuts(ctx, roster, lastLine)) {
    await proceed();
    await storeRows(imported, rows);
    total += proposable;
    plan = withRows(plan, rows);
    if (!(await recordProgress(imported, { totals: plan.totals }))) return null;
  }
  return { ...plan, proposable: total };
}

/**
 * Resolves the stored rows of an import batch by batch, and stores the plan. It starts at the first row:
 * after a crash or a correction, all rows are resolved again.
 */
export async function validateImport({ imported: sent, context, proceed }: ImportWork): Promise<void> {
  const ctx = context();
  const columns = sent.correctedAt ? await findDateOrders(sent) : sent.columns;
  const imported = { ...sent, columns };
  const resolver = await openResolver(ctx, imported, trackRowLinks());
  const roster = imported.options.onMissing === 'PROPOSE_MOVE_OUT' ? trackRoster(resolver) : null;
  const validation = { imported, proceed, resolver, roster };
  const planned = await planRows(validation);
  const plan = roster && planned ? await addMoveOuts(validation, roster, planned) : planned?.plan;
  if (plan) await finish(context(), imported, { ...plan, columns });
}
