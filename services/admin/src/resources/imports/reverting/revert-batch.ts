import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { BatchLost } from '../committing/commit-batch.ts';
import { endAccessOf, endPassesOf, publishResidences } from '../committing/follow-changes.ts';
import { recordBatch } from '../committing/record-batch.ts';
import { saveWorkingSet } from '../committing/save-working-set.ts';
import {
  loadWorkingSet,
  settleOccupancy,
  type PlannedRow,
  type WorkingSet,
} from '../committing/working-set.ts';
import { importActor } from '../committing/import-actor.ts';
import { isLarge } from '../committing/is-large.ts';
import { isUntouched, outcomeOf, undoRow, type UndoContext } from './undo-row.ts';
import { revokeInvites, undoUnits } from './undo-units.ts';

const firstLineId = ({ importId, personLine, line }: PlannedRow): string =>
  `${importId}-${personLine ?? line}`;

const isLater = ({ personLine, line }: PlannedRow): boolean => personLine !== null && personLine !== line;

/** Loads the first rows of people of whom the batch undoes a later row. */
async function loadFirsts(
  { tenantId }: OperationContext,
  { session }: Change,
  rows: readonly PlannedRow[],
): Promise<PlannedRow[]> {
  const ids = rows.filter(isLater).map(firstLineId);
  if (ids.length === 0) return [];
  return ImportedRowModel.find({ _id: { $in: ids }, tenantId })
    .session(session)
    .lean<PlannedRow[]>();
}

/**
 * Returns the versions of the batch's users that only the import has produced. These are the version after
 * the user's last row, and the version after the revert of a later row. The row of the user's first line
 * stores the latter.
 */
function ownVersionsOf(rows: readonly PlannedRow[]): UndoContext['ownVersions'] {
  const known = new Map<string, Set<number>>();
  for (const row of rows) {
    const { userVersion = 1, undoneVersion } = outcomeOf(row);
    const { userId } = row;
    if (userId === null) continue;
    const versions = known.get(userId) ?? new Set();
    known.set(userId, versions.add(userVersion));
    if (undoneVersion !== undefined) versions.add(undoneVersion);
  }
  return known;
}

interface MarkedBatch {
  undone: readonly PlannedRow[];
  kept: readonly PlannedRow[];
  firsts: readonly PlannedRow[];
  set: WorkingSet;
}

/** Marks the rows of a batch, and the first line of people of whom a later line is undone. */
async function markRows(
  { tenantId }: OperationContext,
  { session }: Change,
  { undone, kept, firsts, set }: MarkedBatch,
): Promise<void> {
  const mark = (rows: readonly PlannedRow[], fields: object) =>
    rows.length === 0
      ? []
      : [
          {
            updateMany: {
              filter: { _id: { $in: rows.map(({ _id }) => _id) }, tenantId },
              update: { $set: fields },
            },
          },
        ];
  const outcomes = new Map(firsts.map((row) => [row._id, outcomeOf(row)]));
  const steps = [
    ...mark(undone, { execution: 'REVERTED' }),
    ...mark(kept, { execution: 'KEPT', verdict: 'kept' }),
    ...undone.filter(isLater).map((row) => {
      const _id = firstLineId(row);
      const undoneVersion = set.users.get(row.operation.userId)?.row.version;
      const outcome = { user: null, end: null, ...outcomes.get(_id), undoneVersion };
      return { updateOne: { filter: { _id, tenantId }, update: { $set: { outcome } } } };
    }),
  ];
  if (steps.length > 0)
    await ImportedRowModel.collection.bulkWrite(steps as never, { session, ordered: false });
}

interface BatchToRevert {
  imported: ImportRow;
  /** Last line first. */
  rows: readonly PlannedRow[];
}

async function moveCheckpoint(
  { tenantId }: OperationContext,
  { session }: Change,
  { imported, through, counts }: { imported: ImportRow; through: number; counts: Record<string, number> },
): Promise<void> {
  const { _id, checkpoint } = imported;
  const filter = { _id, tenantId, status: 'REVERTING' as const, checkpoint };
  const { matchedCount } = await ImportModel.updateOne(
    filter,
    { $set: { checkpoint: through }, $inc: counts },
    { session },
  );
  if (matchedCount === 0) throw new BatchLost('The batch was undone already.');
}

/** Undoes a batch of rows in one transaction. Rows whose resident has changed since stay. */
export async function revertBatch(ctx: OperationContext, { imported, rows }: BatchToRevert): Promise<void> {
  await commit(ctx, async (change) => {
    const set = await loadWorkingSet(ctx, rows, { session: change.session, isUndoing: true });
    const firsts = await loadFirsts(ctx, change, rows);
    const undoing = { set, ownVersions: ownVersionsOf([...rows, ...firsts]) };
    const { undone = [], kept = [] } = Object.groupBy(rows, (row) =>
      isUntouched(undoing, row) ? 'undone' : 'kept',
    );
    for (const row of undone) undoRow(ctx, undoing, row);
    settleOccupancy(set, ctx);
    await undoUnits(ctx, change, { set, undone });
    const counts = { 'totals.reverted': undone.length, 'progress.kept': kept.length };
    await moveCheckpoint(ctx, change, { imported, through: rows.at(-1)?.line ?? 0, counts });
    const ended = [
      await revokeInvites(ctx, change, { set, undone }),
      await endAccessOf(ctx, change, set),
      await endPassesOf(ctx, change, set),
    ];
    await saveWorkingSet(ctx, change, set);
    publishResidences(ctx, change, set);
    if (isLarge(imported)) change.batch();
    const actor = importActor(imported);
    recordBatch(ctx, change, { set, importId: imported._id, action: 'import.undone', actor, ended });
    await markRows(ctx, change, { undone, kept, firsts, set });
  });
}
