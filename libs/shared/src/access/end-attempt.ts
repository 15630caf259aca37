import { UnlockAttemptModel, type UnlockAttemptRow } from '../models/unlock-attempt.ts';

/** Outcome of an attempt. */
export interface Outcome {
  status: 'SUCCEEDED' | 'FAILED';
  /** Whether the controller confirmed that it opened the door. */
  confirmed: boolean;
  error: UnlockError | null;
}

/** Reason why an attempt failed. */
type UnlockError =
  /** No answer within the time limit. The door may have opened. */
  | 'timeout'
  /** The command reached nobody: the controller or its connection is offline. */
  | 'controller_offline'
  /** The controller did not open the door. */
  | 'refused'
  /** The answer is malformed, or does not come from the door's controller. */
  | 'invalid_answer'
  /** This system has no transport for controllers of this kind. */
  | 'adapter_unavailable';

/** Outcome of an attempt whose controller opened the door. */
export const opened: Outcome = { status: 'SUCCEEDED', confirmed: true, error: null };

/** Returns the outcome of a failed attempt. */
export const failedBy = (error: UnlockError): Outcome => ({ status: 'FAILED', confirmed: false, error });

/**
 * Ends an attempt: PENDING → SUCCEEDED or FAILED, once. A confirmation after the failure still sets `confirmed`, so
 * that the record shows the opened door.
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
