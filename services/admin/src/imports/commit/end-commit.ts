import { fieldChanges } from '@pas/shared/audit/field-changes';
import { importActor } from '../import-actor.ts';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { importTransitions, moveImport } from '../transitions.ts';
import type { StaleRow } from './check-batch.ts';
import { staleCounts, staleSteps } from './commit-batch.ts';

interface Ending {
  name: keyof typeof importTransitions;
  imported: ImportRow;
  set?: Partial<ImportRow>;
}

/** Ends a state of an import within a change, and records it; null where it is in another state by now. */
export async function endState(
  ctx: OperationContext,
  change: Change,
  { name, imported, set = {} }: Ending,
): Promise<ImportRow | null> {
  const ended = await moveImport(ctx, change, { name, id: imported._id, set });
  if (!ended) return null;
  change.record({
    action: importTransitions[name].action,
    actor: importActor(imported),
    targets: [{ type: 'import', id: imported._id }],
    changes: fieldChanges(imported, ended, { fields: ['status'] }),
    propertyIds: imported.reach ?? [],
  });
  return ended;
}

/** Ends a commit that is done, with its event. */
export async function endCommit(ctx: OperationContext, imported: ImportRow): Promise<void> {
  await commit(ctx, async (change) => {
    const ended = await endState(ctx, change, { name: 'finish', imported, set: { committedAt: ctx.now } });
    if (!ended) return;
    const { _id: importId, propertyId, version: aggregateVersion, totals } = ended;
    const { create, update, moveOut } = totals;
    change.publish({
      type: 'pas.v1.onboarding.import.committed',
      subject: importId,
      data: { aggregateVersion, importId, propertyId, created: create, updated: update, movedOut: moveOut },
    });
  });
}

/** Stops a commit between two batches: what is done stays, and its progress says how much that is. */
export async function stopCommit(ctx: OperationContext, imported: ImportRow): Promise<void> {
  await commit(ctx, async (change) => endState(ctx, change, { name: 'stop', imported }));
}

/** Whether no other worker has executed the batch after which the import was read. */
async function isNextBatch({ _id, tenantId, checkpoint }: ImportRow, { session }: Change): Promise<boolean> {
  const filter = { _id, tenantId, status: 'COMMITTING' as const, checkpoint };
  return (await ImportModel.exists(filter).session(session)) !== null;
}

/**
 * Ends a commit of all or nothing whose next batch has stale rows. Rows that another worker has executed meanwhile look
 * stale, too: then nothing is ended.
 */
export async function failCommit(
  ctx: OperationContext,
  imported: ImportRow,
  stale: readonly StaleRow[],
): Promise<void> {
  const { _id, tenantId } = imported;
  const done = imported.progress?.done ?? 0;
  const rest = done === 0 ? 'Nothing was changed.' : `${done} rows before them are done and stay.`;
  const failure = `${stale.length} rows have become stale: the data has changed since the dry run. ${rest} Make a new dry run of the same file; rows that are done are unchanged then.`;
  await commit(ctx, async (change) => {
    if (!(await isNextBatch(imported, change))) return;
    const failed = await endState(ctx, change, { name: 'fail', imported, set: { failure } });
    if (!failed) return;
    await ImportModel.updateOne({ _id, tenantId }, { $inc: staleCounts(stale) }, { session: change.session });
    const steps = staleSteps(tenantId, stale);
    await ImportedRowModel.collection.bulkWrite(steps as never, { session: change.session, ordered: false });
  });
}
