import { isInfrastructureError } from '@pas/platform/events/retry-later';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { endState, recordEnding } from '../committing/end-commit.ts';

/** Failures in one process, without progress, after which an import is given up. */
const maxFailures = 5;

/** Counts the failures of imports. */
export interface FailureCounter {
  /**
   * Counts a failure, unless the store or the network is at fault.
   *
   * @returns whether the import has failed too often; its failures are no longer counted then
   */
  isLast(imported: Pick<ImportRow, '_id' | 'checkpoint' | 'invitedThrough'>, error: unknown): boolean;
  /** Forgets the failures of an import whose work is done. */
  clear(id: string): void;
}

/** Makes a counter of the imports that one process works on. */
export function countFailures(): FailureCounter {
  const failures = new Map<string, { progress: string; count: number }>();
  return {
    isLast({ _id, checkpoint, invitedThrough }, error) {
      if (isInfrastructureError(error)) return false;
      const progress = `${checkpoint} ${invitedThrough}`;
      const before = failures.get(_id);
      const count = before?.progress === progress ? before.count + 1 : 1;
      failures.set(_id, { progress, count });
      if (count < maxFailures) return false;
      return failures.delete(_id);
    },
    clear: (id) => void failures.delete(id),
  };
}

/** Describes the remaining effects of a failed import to its owner. */
function restOf({ status, progress, totals }: ImportRow): string {
  if (status === 'REVERTING') return ` ${totals.reverted} rows are undone, the others stay.`;
  return status === 'COMMITTING' ? ` ${progress?.done ?? 0} rows are done and stay.` : '';
}

/** Whether residents of executed rows still wait for an invite. */
const isToInvite = ({ status, ending, options }: ImportRow): boolean =>
  status === 'COMMITTING' && !ending && options.invite !== 'NONE';

/**
 * Ends an import that fails repeatedly, with the reason. A commit with pending invites sends them first; if
 * that fails as well, it ends. If the import is in another state by now, nothing changes.
 */
export async function failImport(
  ctx: OperationContext,
  { _id: id, status }: Pick<ImportRow, '_id' | 'status'>,
): Promise<void> {
  await commit(ctx, async (change) => {
    const { tenantId } = ctx;
    const imported = await ImportModel.findOne({ _id: id, tenantId, status })
      .session(change.session)
      .lean<ImportRow>();
    if (!imported) return;
    const failure = `An unexpected error has ended the import.${restOf(imported)} Try again, and name the correlation id ${ctx.correlationId} if you ask for help.`;
    if (isToInvite(imported)) {
      await recordEnding(ctx, change, { imported, ending: { name: 'fail', failure } });
      return;
    }
    await endState(ctx, change, {
      name: 'fail',
      imported,
      set: { failure: imported.ending?.failure ?? failure },
    });
  });
}
