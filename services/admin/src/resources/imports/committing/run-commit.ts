import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { Fault } from '@pas/platform/errors/fault';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { ImportWork } from '../import-work.ts';
import { createBatchReader, type BatchReader, type ReadBatch } from './batch-reader.ts';
import { checkBatch, staleProblem, type CheckedBatch } from './check-batch.ts';
import { BatchLost, commitBatch, StaleBatch } from './commit-batch.ts';
import { endCommit, failCommit, stopCommit, suspendCommit } from './end-commit.ts';
import { inviteResidents } from './invite-residents.ts';
import type { PlannedRow } from './working-set.ts';

/** Maximum checks of a batch whose data changes between check and execution. */
const maxChecks = 4;

/**
 * Whether the data changed after the check of a batch: the entity exists already, or the property is closed.
 */
const isOvertaken = (error: unknown): boolean =>
  duplicateKeyOf(error) !== null ||
  (error instanceof Fault && (error.kind === 'not_found' || error.code === 'property_archived'));

/** Fallback after repeated failures without a finding: reports the row as stale and continues. */
const unexplained = ([row]: readonly PlannedRow[]): CheckedBatch => ({
  rows: [],
  stale: row ? [{ row, problems: [staleProblem] }] : [],
});

/** An import that is being committed, with the reader that its steps share. */
interface CommitRun {
  work: ImportWork;
  reader: BatchReader;
}

/**
 * Executes the next batch while the following one is read and checked. If the data changes between check and
 * execution, the batch is checked again. After repeated failures it is executed row by row.
 */
async function commitNext(
  { work, reader }: CommitRun,
  imported: ImportRow,
  { rows: planned, checked: first }: ReadBatch,
): Promise<void> {
  for (let checks = 1; ; checks += 1) {
    const isLast = checks > maxChecks;
    const rows = isLast ? planned.slice(0, 1) : planned;
    const checked = (checks === 1 && first) || (await checkBatch(work.context(), imported, rows));
    const isGivenUp = checks > 2 * maxChecks && checked.stale.length === 0;
    const batch = isGivenUp ? unexplained(rows) : checked;
    const through = rows.at(-1)?.line ?? imported.checkpoint;
    reader.readAhead(imported, through);
    try {
      await commitBatch(work.context(), { imported, batch, from: imported.checkpoint, through });
      return;
    } catch (error) {
      if (!isOvertaken(error) || isGivenUp) throw error;
    }
  }
}

/** Loads an import that is being committed; null in any other state. */
async function loadCommitting({ tenantId }: OperationContext, id: string): Promise<ImportRow | null> {
  return ImportModel.findOne({ _id: id, tenantId, status: 'COMMITTING' }).lean<ImportRow>();
}

/**
 * Invites the next residents of an import without remaining rows, or ends it. Returns whether work remains.
 */
async function finishStep(work: ImportWork, imported: ImportRow): Promise<boolean> {
  if (await inviteResidents(work.context(), work.onboarding, imported)) return true;
  await endCommit(work.context(), imported);
  return false;
}

/** Executes the next rows, or records the stale ones. */
async function rowStep(committing: CommitRun, imported: ImportRow, batch: ReadBatch): Promise<true> {
  try {
    await commitNext(committing, imported, batch);
  } catch (error) {
    if (!(error instanceof StaleBatch)) throw error;
    await failCommit(committing.work.context(), imported, error.stale);
  }
  return true;
}

/**
 * Executes one step of a commit: the next batch of rows or of invites, or the end. Residents of executed rows
 * are also invited when the import stops or fails early.
 *
 * @returns whether work remains
 */
async function step(committing: CommitRun): Promise<boolean> {
  const { work, reader } = committing;
  const ctx = work.context();
  const imported = await loadCommitting(ctx, work.imported._id);
  if (!imported) return false;
  if ((await readTenant(ctx.tenantId)).status === 'SUSPENDED') return suspendCommit(ctx, imported);
  const batch = imported.ending ? { rows: [], checked: null } : await reader.next(imported);
  const hasRows = batch.rows.length > 0;
  try {
    if (imported.stopRequestedAt) return await stopCommit(ctx, imported, hasRows);
    return hasRows ? await rowStep(committing, imported, batch) : await finishStep(work, imported);
  } catch (error) {
    if (!(error instanceof BatchLost)) throw error;
    return true;
  }
}

/** Executes the plan of an import from its checkpoint to its end. */
export async function runCommit(work: ImportWork): Promise<void> {
  const reader = createBatchReader(work);
  try {
    do await work.proceed();
    while (await step({ work, reader }));
  } finally {
    await reader.end();
  }
}
