import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel, type ImportVerdict } from '@pas/shared/models/imported-row';
import { importActor } from './import-actor.ts';
import { isLarge } from './is-large.ts';
import { applyRow, type RowOutcome } from './apply-row.ts';
import { staleProblem, type CheckedBatch, type StaleRow } from './check-batch.ts';
import {
  endAccessOf,
  endPassesOf,
  publishResidences,
  revokeInvitesOf,
  supersedeInvites,
} from './follow-changes.ts';
import { recordBatch } from './record-batch.ts';
import { saveWorkingSet } from './save-working-set.ts';
import { loadWorkingSet, settleOccupancy, type PlannedRow, type WorkingSet } from './working-set.ts';

/** Thrown when a batch has stale rows and the import is all or nothing. */
export class StaleBatch extends Error {
  override readonly name = 'StaleBatch';
  readonly stale: readonly StaleRow[];
  constructor(stale: readonly StaleRow[]) {
    super('Rows of the batch are stale.');
    this.stale = stale;
  }
}

/** Thrown when another worker has executed the batch, or the import was stopped before it. */
export class BatchLost extends Error {
  override readonly name = 'BatchLost';
}

interface AppliedRow {
  row: PlannedRow;
  outcome: Omit<RowOutcome, 'userVersion'>;
}

const totalOf: Partial<Record<ImportVerdict, 'create' | 'update' | 'moveOut'>> = {
  create: 'create',
  update: 'update',
  move_out: 'moveOut',
};

/** Counts stale rows, and subtracts them from the total of their verdict. */
export function staleCounts(stale: readonly StaleRow[]): Record<string, number> {
  const counts: Record<string, number> = { 'progress.stale': stale.length };
  for (const { row } of stale) {
    const total = row.verdict === null ? undefined : totalOf[row.verdict];
    if (total !== undefined) counts[`totals.${total}`] = (counts[`totals.${total}`] ?? 0) - 1;
  }
  return counts;
}

/** Marks rows as stale, each with its current problem. */
export const staleSteps = (tenantId: string, stale: readonly StaleRow[]) =>
  stale.map(({ row: { _id }, problems }) => ({
    updateOne: {
      filter: { _id, tenantId },
      update: { $set: { verdict: 'stale', execution: 'STALE', problems } },
    },
  }));

function applyAll(ctx: OperationContext, set: WorkingSet, { rows, stale }: CheckedBatch) {
  const applied: AppliedRow[] = [];
  const late = [...stale];
  for (const row of rows) {
    const outcome = applyRow(ctx, set, row);
    if (outcome) applied.push({ row, outcome });
    else late.push({ row, problems: [staleProblem] });
  }
  return { applied, stale: late };
}

const isPlainCreation = ({ row, outcome }: AppliedRow, set: WorkingSet): boolean =>
  outcome.user === null && outcome.end === null && set.users.get(row.operation.userId)?.row.version === 1;

/**
 * Marks the rows that are done. Rows that created their user need one statement: their revert needs no
 * further data.
 */
async function markRows(
  { tenantId }: OperationContext,
  { session }: Change,
  { applied, stale, set }: { applied: readonly AppliedRow[]; stale: readonly StaleRow[]; set: WorkingSet },
): Promise<void> {
  const plain = applied.filter((each) => isPlainCreation(each, set)).map(({ row }) => row._id);
  const others = applied.filter((each) => !isPlainCreation(each, set));
  const steps = [
    ...(plain.length > 0
      ? [
          {
            updateMany: {
              filter: { _id: { $in: plain }, tenantId },
              update: { $set: { execution: 'DONE' } },
            },
          },
        ]
      : []),
    ...others.map(({ row, outcome }) => {
      const userVersion = set.users.get(row.operation.userId)?.row.version ?? 1;
      const fields = { execution: 'DONE', outcome: { ...outcome, userVersion } };
      return { updateOne: { filter: { _id: row._id, tenantId }, update: { $set: fields } } };
    }),
    ...staleSteps(tenantId, stale),
  ];
  if (steps.length > 0)
    await ImportedRowModel.collection.bulkWrite(steps as never, { session, ordered: false });
}

interface BatchToCommit {
  imported: ImportRow;
  batch: CheckedBatch;
  /** The last line that was done before the batch, and the batch's last line. */
  from: number;
  through: number;
}

/** Moves the checkpoint by one conditional write: when two workers have the same batch, only one succeeds. */
async function moveCheckpoint(
  { tenantId }: OperationContext,
  { session }: Change,
  {
    imported: { _id },
    from,
    through,
    counts,
  }: Omit<BatchToCommit, 'batch'> & { counts: Record<string, number> },
): Promise<void> {
  const filter = { _id, tenantId, status: 'COMMITTING' as const, checkpoint: from, stopRequestedAt: null };
  const update = { $set: { checkpoint: through }, $inc: counts };
  const { matchedCount } = await ImportModel.updateOne(filter, update, { session });
  if (matchedCount === 0) throw new BatchLost('The batch was done already, or the import was stopped.');
}

/**
 * Executes a batch of the plan in one transaction, with its events, audit records and checkpoint. After a
 * crash, the batch is either complete or executed again.
 *
 * @throws StaleBatch for stale rows in an all-or-nothing import, BatchLost when nothing is left to do
 * @throws the error of a unique index or fence when the data has changed since the check
 */
export async function commitBatch(ctx: OperationContext, todo: BatchToCommit): Promise<void> {
  const { imported, batch } = todo;
  await commit(ctx, async (change) => {
    const set = await loadWorkingSet(ctx, batch.rows, { session: change.session, isUndoing: false });
    const { applied, stale } = applyAll(ctx, set, batch);
    if (stale.length > 0 && imported.commit?.mode !== 'VALID_ROWS') throw new StaleBatch(stale);
    settleOccupancy(set, ctx);
    const counts = { 'progress.done': applied.length, ...staleCounts(stale) };
    await moveCheckpoint(ctx, change, { ...todo, counts });
    await saveWorkingSet(ctx, change, set);
    const ended = [
      await supersedeInvites(ctx, change, set),
      await endAccessOf(ctx, change, set),
      await endPassesOf(ctx, change, set),
      await revokeInvitesOf(ctx, change, set),
    ];
    publishResidences(ctx, change, set);
    if (isLarge(imported)) change.batch();
    const actor = importActor(imported);
    recordBatch(ctx, change, { set, importId: imported._id, action: 'import.applied', actor, ended });
    await markRows(ctx, change, { applied, stale, set });
  });
}
