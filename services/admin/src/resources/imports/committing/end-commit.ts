import { fieldChanges } from '@pas/shared/audit/field-changes';
import { importActor } from './import-actor.ts';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { importTransitions, moveImport } from '../transitions.ts';
import type { StaleRow } from './check-batch.ts';
import { staleCounts, staleSteps } from './commit-batch.ts';

interface StateEnd {
  name: keyof typeof importTransitions;
  imported: ImportRow;
  set?: Partial<ImportRow>;
}

/** Ends a state of an import within a change, and records it; null when the state has changed already. */
export async function endState(
  ctx: OperationContext,
  change: Change,
  { name, imported, set = {} }: StateEnd,
): Promise<ImportRow | null> {
  const ended = await moveImport(ctx, change, { name, id: imported._id, set });
  if (!ended) return null;
  change.record({
    action: importTransitions[name].action,
    outcome: name === 'fail' ? 'FAILURE' : 'SUCCESS',
    actor: importActor(imported),
    targets: [{ type: 'import', id: imported._id }],
    changes: fieldChanges(imported, ended, { fields: ['status', 'failure'] }),
    propertyIds: imported.reach ?? [],
  });
  return ended;
}

/** Publishes a finished commit. Its totals count the executed rows. */
function publishCommitted(change: Change, ended: ImportRow): void {
  const { _id: importId, propertyId, version: aggregateVersion, totals } = ended;
  const { create, update, moveOut } = totals;
  change.publish({
    type: 'pas.v1.onboarding.import.committed',
    subject: importId,
    data: { aggregateVersion, importId, propertyId, created: create, updated: update, movedOut: moveOut },
  });
}

/** Ends a finished commit as COMMITTED, with its event, or with the ending that was stored when its rows stopped. */
export async function endCommit(ctx: OperationContext, imported: ImportRow): Promise<void> {
  const { name = 'finish', failure = null } = imported.ending ?? {};
  const committedAt = name === 'finish' ? ctx.now : null;
  await commit(ctx, async (change) => {
    const ended = await endState(ctx, change, { name, imported, set: { committedAt, failure } });
    if (ended && name === 'finish') publishCommitted(change, ended);
  });
}

/**
 * Stores, within a change, how a commit ends after the invites for its executed rows. No further rows are
 * executed. This consumes a request to stop; another request stops the invites.
 *
 * @returns false when another worker has stored an ending, or executed a batch since the import was read
 */
export async function recordEnding(
  { tenantId, now }: OperationContext,
  { session }: Change,
  {
    imported: { _id, checkpoint },
    ending,
  }: { imported: ImportRow; ending: NonNullable<ImportRow['ending']> },
): Promise<boolean> {
  const filter = { _id, tenantId, status: 'COMMITTING' as const, checkpoint, ending: null };
  const update = { $set: { ending, stopRequestedAt: null, updatedAt: now } };
  return (await ImportModel.updateOne(filter, update, { session })).matchedCount === 1;
}

/**
 * Stops a commit between two batches. Executed rows stay, and the progress counts them. If rows remain, the
 * residents of the executed ones are still invited.
 *
 * @returns whether work remains
 */
export async function stopCommit(
  ctx: OperationContext,
  imported: ImportRow,
  hasRows: boolean,
): Promise<boolean> {
  if (!hasRows) {
    await commit(ctx, async (change) => endState(ctx, change, { name: 'stop', imported }));
    return false;
  }
  const ending = { name: 'stop' as const, failure: null };
  await commit(ctx, async (change) => recordEnding(ctx, change, { imported, ending }));
  return true;
}

/**
 * Ends the commit of a suspended tenant without invites: nobody could accept them.
 *
 * @returns false, because no work remains
 */
export async function suspendCommit(ctx: OperationContext, imported: ImportRow): Promise<false> {
  const done = imported.progress?.done ?? 0;
  const failure = `The tenant was suspended. ${done} rows were done before and stay; no more residents are invited. Once the tenant is active again, make a new dry run of the same file.`;
  await commit(ctx, async (change) => endState(ctx, change, { name: 'fail', imported, set: { failure } }));
  return false;
}

/**
 * Stops an all-or-nothing commit whose next batch has stale rows. It ends FAILED after the invites for its
 * executed rows. Rows that another worker has executed meanwhile look stale, too: then nothing is stored.
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
    const ending = { name: 'fail' as const, failure };
    if (!(await recordEnding(ctx, change, { imported, ending }))) return;
    await ImportModel.updateOne({ _id, tenantId }, { $inc: staleCounts(stale) }, { session: change.session });
    const steps = staleSteps(tenantId, stale);
    await ImportedRowModel.collection.bulkWrite(steps as never, { session: change.session, ordered: false });
  });
}
