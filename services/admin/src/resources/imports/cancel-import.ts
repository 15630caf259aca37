import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { importTransitions, moveImport } from './transitions.ts';
import { importStatusAt } from './import-state.ts';
import { loadImport } from './load-import.ts';

/** Requests the worker to stop between two batches; null when the import is not being committed. */
async function requestStop(
  ctx: OperationContext,
  { session }: Change,
  row: ImportRow,
): Promise<ImportRow | null> {
  if (row.status !== 'COMMITTING') return null;
  const filter = { _id: row._id, tenantId: ctx.tenantId, status: 'COMMITTING' as const };
  const fields = { stopRequestedAt: ctx.now, updatedAt: ctx.now };
  const update = { $set: fields, $inc: { version: 1 } };
  return ImportModel.findOneAndUpdate(filter, update, { session, returnDocument: 'after' }).lean<ImportRow>();
}

/**
 * Cancels an import. Before the commit, its plan becomes invalid. During the commit, the worker stops between
 * two batches, and executed rows stay. A repeated call changes nothing.
 *
 * @throws not_found for an unknown import, conflict (`import_not_cancelable`) once it has ended otherwise
 */
export async function cancelImport(ctx: OperationContext, id: string): Promise<ImportRow> {
  return commit(ctx, async (change) => {
    const row = await loadImport(ctx, id, change.session);
    const status = importStatusAt(row, ctx.now);
    if (status === 'CANCELED' || (status === 'COMMITTING' && row.stopRequestedAt)) return row;
    const canceled =
      status === 'EXPIRED'
        ? null
        : ((await moveImport(ctx, change, { name: 'cancel', id })) ?? (await requestStop(ctx, change, row)));
    if (!canceled) {
      const next = status === 'COMMITTED' ? ` Undo it with POST /api/admin/imports/${id}/revert.` : '';
      const message = `The import is ${status} and can't be cancelled any more.${next}`;
      throw conflict('import_not_cancelable', message);
    }
    change.record({
      action: canceled.status === 'CANCELED' ? importTransitions.cancel.action : 'import.stop_requested',
      targets: [{ type: 'import', id }],
      changes: fieldChanges(row, canceled, { fields: ['status', 'stopRequestedAt'] }),
      propertyIds: row.reach ?? [],
    });
    return canceled;
  });
}
