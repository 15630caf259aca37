import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow, type ImportStatus } from '@pas/shared/models/import';

interface Transition {
  from: readonly ImportStatus[];
  to: ImportStatus;
  /** Whether the plan must be valid or expired; null if time does not matter. */
  time: 'live' | 'lapsed' | null;
  /** The audit action. */
  action: string;
}

/**
 * State transitions of an import (contract, section 4). Only these set `status`. INVALID means that no row
 * can be committed, so such an import has no commit.
 */
export const importTransitions = {
  validate: { from: ['VALIDATING'], to: 'VALIDATED', time: null, action: 'import.validated' },
  invalidate: { from: ['VALIDATING'], to: 'INVALID', time: null, action: 'import.validated' },
  cancel: {
    from: ['VALIDATING', 'VALIDATED', 'INVALID'],
    to: 'CANCELED',
    time: null,
    action: 'import.canceled',
  },
  correct: { from: ['VALIDATED', 'INVALID'], to: 'VALIDATING', time: 'live', action: 'import.corrected' },
  expire: { from: ['VALIDATED', 'INVALID'], to: 'EXPIRED', time: 'lapsed', action: 'import.expired' },
  commit: { from: ['VALIDATED'], to: 'COMMITTING', time: 'live', action: 'import.commit_started' },
  finish: { from: ['COMMITTING'], to: 'COMMITTED', time: null, action: 'import.committed' },
  stop: { from: ['COMMITTING'], to: 'CANCELED', time: null, action: 'import.canceled' },
  fail: {
    from: ['VALIDATING', 'COMMITTING', 'REVERTING'],
    to: 'FAILED',
    time: null,
    action: 'import.failed',
  },
  revert: { from: ['COMMITTED'], to: 'REVERTING', time: null, action: 'import.revert_started' },
  finishRevert: { from: ['REVERTING'], to: 'REVERTED', time: null, action: 'import.reverted' },
} as const satisfies Record<string, Transition>;

/**
 * States that no longer need the mapping. The samples of the columns are removed then, because they are
 * personal data.
 */
const ended: readonly ImportStatus[] = ['COMMITTED', 'CANCELED', 'EXPIRED', 'FAILED'];

const timeFilter = (time: Transition['time'], now: Date): object => {
  if (time === null) return {};
  return { expiresAt: time === 'live' ? { $gt: now } : { $lte: now } };
};

/** States in which a worker has to act. */
const worked: readonly ImportStatus[] = ['VALIDATING', 'COMMITTING', 'REVERTING'];

/** Wakes the import workers when the change commits, if an import waits for them in this state. */
export function wakeWorkers(change: Pick<Change, 'wake'>, status: ImportStatus): void {
  if (worked.includes(status)) change.wake('imports');
}

interface Move {
  name: keyof typeof importTransitions;
  id: string;
  /** Fields that must still have these values. */
  where?: Partial<Pick<ImportRow, 'planHash'>>;
  /** Fields to store besides the new state. */
  set?: Partial<ImportRow>;
}

/**
 * Changes the state of an import within a change, by one conditional write: only one of several concurrent
 * attempts succeeds. The checkpoint restarts at 0.
 *
 * @returns the updated import; null if it is in another state
 */
export async function moveImport(
  { tenantId, now }: OperationContext,
  change: Change,
  { name, id, where, set }: Move,
): Promise<ImportRow | null> {
  const { from, to, time }: Transition = importTransitions[name];
  const filter = { _id: id, tenantId, status: { $in: [...from] }, ...timeFilter(time, now), ...where };
  const forgotten = ended.includes(to) ? { 'columns.$[].samples': [] } : {};
  const fields = { checkpoint: 0, ...set, ...forgotten, status: to, updatedAt: now };
  wakeWorkers(change, to);
  const { session } = change;
  return ImportModel.findOneAndUpdate(
    filter,
    { $set: fields, $inc: { version: 1 } },
    { session, returnDocument: 'after' },
  ).lean<ImportRow>();
}
