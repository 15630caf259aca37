import { actorOf } from '@pas/shared/audit/prepare-record';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import type { ImportRow } from '@pas/shared/models/import';
import { importTransitions, moveImport } from './transitions.ts';
import { loadImport } from './load-import.ts';
import { requireImportScopes } from './require-import-scopes.ts';

/** Period after a commit in which an import can be reverted, in milliseconds. */
const revertableMs = 24 * 3_600_000;

/** A number above all line numbers: a revert runs from the last line to the first. */
const behindLastLine = 2 ** 40;

/**
 * Starts the revert of an import by a worker. A repeated request returns the current import.
 *
 * @throws not_found; forbidden for the scopes that the options need
 * @throws conflict (`import_not_revertable`) for an import that was not committed in the last 24 hours
 */
export async function revertImport(ctx: OperationContext, id: string): Promise<ImportRow> {
  return commit(ctx, async (change) => {
    const row = await loadImport(ctx, id, change.session);
    requireImportScopes(ctx, row.options);
    if (row.revert) return row;
    const isLate = row.committedAt === null || ctx.now.getTime() - row.committedAt.getTime() > revertableMs;
    const set = { revert: { by: actorOf(ctx), at: ctx.now }, checkpoint: behindLastLine };
    const started = isLate ? null : await moveImport(ctx, change, { name: 'revert', id, set });
    if (!started) {
      const why = row.status === 'COMMITTED' ? 'was committed more than 24 hours ago' : `is ${row.status}`;
      throw conflict(
        'import_not_revertable',
        `The import ${why}. Only one that was committed in the last 24 hours can be reverted.`,
      );
    }
    change.record({
      action: importTransitions.revert.action,
      targets: [{ type: 'import', id }],
      changes: fieldChanges(row, started, { fields: ['status'] }),
      propertyIds: row.reach ?? [],
    });
    return started;
  });
}
