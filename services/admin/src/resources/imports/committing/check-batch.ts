import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import type { ImportError } from '@pas/shared/models/imported-row';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { isAsPlanned } from '../planning/plan-hash.ts';
import { openResolver, resolveRows } from '../planning/resolve-rows.ts';
import { plannedRowLinks } from '../planning/row-links.ts';
import { isAsFound } from './apply-row.ts';
import type { PlannedRow } from './working-set.ts';

/** A row that differs from its plan. */
export interface StaleRow {
  row: PlannedRow;
  problems: ImportError[];
}

/** A batch of the plan, compared with the current data. */
export interface CheckedBatch {
  rows: PlannedRow[];
  stale: StaleRow[];
}

/** Default problem of a stale row without another error. */
export const staleProblem: ImportError = {
  column: '',
  code: 'plan_stale',
  message: 'The resident or the unit has changed since the dry run. Make a new dry run.',
  suggestion: null,
};

/**
 * Finds the proposed move-outs whose resident has a set end date, has moved out or is gone. The uploaded
 * table has no rows for them.
 */
async function findMovedOut(
  { tenantId }: OperationContext,
  rows: readonly PlannedRow[],
): Promise<ReadonlySet<PlannedRow>> {
  if (rows.length === 0) return new Set();
  const ids = rows.map(({ operation }) => operation.userId);
  const users = await UserModel.find({ tenantId, isLive: true, _id: { $in: ids } }).lean<UserRow[]>();
  const byId = new Map(users.map((user) => [user._id, user]));
  const isStale = (row: PlannedRow): boolean => {
    const user = byId.get(row.operation.userId);
    return !user || !isAsFound(user, row);
  };
  return new Set(rows.filter(isStale));
}

/** Resolves a batch of the plan again and finds the rows whose operation has changed. */
export async function checkBatch(
  ctx: OperationContext,
  imported: ImportRow,
  planned: readonly PlannedRow[],
): Promise<CheckedBatch> {
  const sent = planned.filter(({ verdict }) => verdict !== 'move_out');
  const movedOut = await findMovedOut(
    ctx,
    planned.filter(({ verdict }) => verdict === 'move_out'),
  );
  const resolver = await openResolver(ctx, imported, plannedRowLinks(sent));
  const resolved = await resolveRows(resolver, sent);
  const again = new Map(resolved.map((row) => [row.line, row]));
  const stale: StaleRow[] = [];
  const rows: PlannedRow[] = [];
  for (const row of planned) {
    const now = again.get(row.line);
    if (now ? isAsPlanned(row, now) : !movedOut.has(row)) rows.push(row);
    else stale.push({ row, problems: now?.problems[0] ? now.problems : [staleProblem] });
  }
  return { rows, stale };
}
