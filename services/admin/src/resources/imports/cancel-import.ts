import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import type { ImportRow } from '@pas/shared/models/import';
import { importTransitions, moveImport } from '../../imports/transitions.ts';
import { importStatusAt } from './import-state.ts';
import { loadImport } from './load-import.ts';

/**
 * Cancels an import that is not committed: its plan can't be executed any more. Cancelling again changes nothing.
 *
 * @throws not_found for an unknown import, conflict (`import_not_cancelable`) once its commit has begun or it has expired
 */
export async function cancelImport(ctx: OperationContext, id: string): Promise<ImportRow> {
  return commit(ctx, async (change) => {
    const row = await loadImport(ctx, id, change.session);
    const status = importStatusAt(row, ctx.now);
    if (status === 'CANCELED') return row;
    const canceled = status === 'EXPIRED' ? null : await moveImport(ctx, change, { name: 'cancel', id });
    if (!canceled) {
      const message = `The import is ${status} and can't be cancelled any more. Only an import that is not committed can.`;
      throw conflict('import_not_cancelable', message);
    }
    change.record({
      action: importTransitions.cancel.action,
      targets: [{ type: 'import', id }],
      changes: fieldChanges(row, canceled, { fields: ['status'] }),
      propertyIds: row.reach ?? [],
    });
    return canceled;
  });
}
