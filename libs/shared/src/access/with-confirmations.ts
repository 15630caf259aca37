import type { AccessEventRow } from '../models/access-event.ts';
import { UnlockAttemptModel, type UnlockAttemptRow } from '../models/unlock-attempt.ts';

/**
 * Fills in `confirmed` of access events. Events never change, so the controller's answer is read from the attempt. It
 * is null before the answer, and if the controller got no command.
 */
export async function withConfirmations(
  tenantId: string,
  events: readonly AccessEventRow[],
): Promise<AccessEventRow[]> {
  const unconfirmed = events.filter(({ confirmed }) => confirmed === null);
  const ids = unconfirmed.map(({ attemptId }) => attemptId).filter((id) => id !== null);
  if (ids.length === 0) return [...events];
  const attempts = await UnlockAttemptModel.find({ _id: { $in: ids }, tenantId }, { status: 1, confirmed: 1 })
    .batchSize(ids.length + 1)
    .lean<Pick<UnlockAttemptRow, '_id' | 'status' | 'confirmed'>[]>();
  const ended = new Map(
    attempts.filter(({ status }) => status !== 'PENDING').map(({ _id, confirmed }) => [_id, confirmed]),
  );
  return events.map((event) => ({
    ...event,
    confirmed: event.confirmed ?? ended.get(event.attemptId ?? '') ?? null,
  }));
}
