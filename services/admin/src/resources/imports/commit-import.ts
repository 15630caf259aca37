import { actorOf } from '@pas/shared/audit/prepare-record';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict, invalidAs } from '@pas/shared/errors/raise';
import type { ImportCommit, ImportRow } from '@pas/shared/models/import';
import type { StaleRow } from './committing/check-batch.ts';
import { findStale, hasChangedSince } from './committing/find-stale.ts';
import { refuseManyMoveOuts } from './committing/refuse-many-move-outs.ts';
import { importTransitions, moveImport } from './transitions.ts';
import { importStatusAt } from './import-state.ts';
import { loadImport } from './load-import.ts';
import { requireImportScopes } from './require-import-scopes.ts';

export interface CommitRequest {
  id: string;
  planHash?: string | undefined;
  confirmMoveOuts: boolean;
  mode: ImportCommit['mode'];
}

/**
 * Maximum rows of a plan that is compared with the data before the answer; the worker compares larger ones.
 */
const maxCheckedRows = 5000;

const rowsOf = ({ totals }: ImportRow): number => totals.create + totals.update + totals.moveOut;

function planStale(stale: readonly StaleRow[]) {
  const errors = stale.map(({ row: { line }, problems: [problem] }) => ({
    path: `line ${line}`,
    code: 'plan_stale',
    message: `Line ${line}: ${problem?.message ?? 'The data has changed since the dry run.'}`,
  }));
  const message =
    'Data has changed since the dry run, and operations of rows have changed. Make a new dry run.';
  return conflict('plan_stale', message, { errors: errors.slice(0, 100) });
}

const otherPlan = () =>
  conflict('plan_stale', 'The import has another plan now. Read the import again, and check its plan.');

/** @throws conflict (`plan_stale`) for the hash of another plan */
function requirePlan({ planHash }: ImportRow, sent: string | undefined): void {
  if (sent !== undefined && sent !== planHash) throw otherPlan();
}

/** @throws conflict or invalid for an import whose plan can't be executed */
function requireExecutable(ctx: OperationContext, row: ImportRow, mode: ImportCommit['mode']): void {
  const status = importStatusAt(row, ctx.now);
  if (status === 'EXPIRED')
    throw conflict('import_expired', 'The dry run is older than 24 hours. Make a new dry run of the file.');
  if (status === 'VALIDATING')
    throw conflict('import_not_ready', 'The dry run is not finished. Wait until its status is VALIDATED.');
  const isPartlyValid = status === 'VALIDATED' && mode === 'VALID_ROWS';
  if (status === 'INVALID' || (status === 'VALIDATED' && row.totals.error > 0 && !isPartlyValid)) {
    const message = `${row.totals.error} rows have errors. Correct them and make a new dry run, or commit the others with mode VALID_ROWS.`;
    throw invalidAs('import_has_errors', 'importId', message);
  }
  if (status !== 'VALIDATED')
    throw conflict('import_not_committable', `The import is ${status}. Make a new dry run of the file.`);
}

/** @throws conflict (`plan_stale`) that names the rows whose operation has changed */
async function requireFresh(ctx: OperationContext, row: ImportRow): Promise<void> {
  if (rowsOf(row) > maxCheckedRows || !(await hasChangedSince(ctx, row))) return;
  const stale = await findStale(ctx, row);
  if (stale.length > 0) throw planStale(stale);
}

/**
 * Starts the execution of an import's plan by a worker. A repeated request returns the current import: the
 * plan is executed once.
 *
 * @throws not_found; forbidden for scopes that the options need
 * @throws conflict for a stale plan (`plan_stale`) or an expired one (`import_expired`)
 * @throws conflict for an import that is not ready (`import_not_ready`) or has ended
 * (`import_not_committable`)
 * @throws conflict for many unconfirmed move-outs (`too_many_move_outs`)
 * @throws invalid for rows with errors (`import_has_errors`)
 */
export async function commitImport(ctx: OperationContext, request: CommitRequest): Promise<ImportRow> {
  const { id, planHash, confirmMoveOuts, mode } = request;
  const row = await loadImport(ctx, id);
  requireImportScopes(ctx, row.options);
  requirePlan(row, planHash);
  if (row.commit) return row;
  requireExecutable(ctx, row, mode);
  if (!confirmMoveOuts) refuseManyMoveOuts(row);
  if (mode === 'ALL_OR_NOTHING') await requireFresh(ctx, row);
  return commit(ctx, async (change) => {
    const set = {
      commit: { mode, by: actorOf(ctx), at: ctx.now },
      progress: { rows: rowsOf(row), done: 0, stale: 0, invited: 0, kept: 0 },
      stopRequestedAt: null,
      ending: null,
      invitedThrough: null,
    };
    // A correction may have made another plan since the checks.
    const where = { planHash: row.planHash };
    const started = await moveImport(ctx, change, { name: 'commit', id, where, set });
    if (!started) {
      const current = await loadImport(ctx, id, change.session);
      if (current.commit) return current;
      requireExecutable(ctx, current, mode);
      throw otherPlan();
    }
    change.record({
      action: importTransitions.commit.action,
      targets: [{ type: 'import', id }],
      changes: fieldChanges(row, started, { fields: ['status'] }),
      propertyIds: row.reach ?? [],
    });
    return started;
  });
}
