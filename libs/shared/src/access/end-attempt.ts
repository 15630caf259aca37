import { UnlockAttemptModel, type UnlockAttemptRow } from '../models/unlock-attempt.ts';

/** How an attempt ends. */
export interface Outcome {
  status: 'SUCCEEDED' | 'FAILED';
  /** Whether the controller said that it opened the door. */
  confirmed: boolean;
  error: UnlockError | null;
}

/** Why an attempt failed. */
type UnlockError =
  /** No answer within the time limit. The door may have opened. */
  | 'timeout'
  /** Nobody got the command: the controller, or the way to it, is not connected. */
  | 'controller_offline'
  /** The controller did not open the door. */
  | 'refused'
  /** Something else than the door's controller answered, or it answered something else. */
  | 'invalid_answer'
  /** This system has no way to reach controllers of this kind. */
  | 'adapter_unavailable';

/** The end of an attempt whose controller opened the door. */
export const opened: Outcome = { status: 'SUCCEEDED', confirmed: true, error: null };

/** The end of an attempt that failed. */
export const failedBy = (error: UnlockError): Outcome => ({ status: 'FAILED', confirmed: false, error });

/**
 * Ends an attempt: PENDING → SUCCEEDED or FAILED, once. A confirmation that comes after the attempt has failed is kept in
 * `confirmed`, so that the record says that the door has opened.
 *
 * @returns whether this call ended the attempt
 */
export async function endAttempt(
  { _id, tenantId }: Pick<UnlockAttemptRow, '_id' | 'tenantId'>,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const end = { $set: { ...outcome, endedAt: now, updatedAt: now }, $inc: { version: 1 } };
  const { matchedCount } = await UnlockAttemptModel.updateOne({ _id, tenantId, status: 'PENDING' }, end);
  if (matchedCount === 1) return true;
  if (outcome.confirmed) {
    const confirm = { $set: { confirmed: true, updatedAt: now }, $inc: { version: 1 } };
    await UnlockAttemptModel.updateOne({ _id, tenantId, status: 'FAILED', confirmed: false }, confirm);
  }
  return false;
}
