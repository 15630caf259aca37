import { withoutQuotedValues } from '../log/serialize-error.ts';
import { EventFailureModel } from './event-failure.ts';

/** One consumer's count for one event. */
export interface FailureKey {
  durable: string;
  eventId: string;
}

const idOf = ({ durable, eventId }: FailureKey): string => `${durable}:${eventId}`;

/** The longest reason. The start of a long message of a driver or upstream is enough. */
const maxReasonLength = 1000;

/** Describes a failure in a text that fits into a row, without the values that the database quotes. */
export function reasonOf(error: unknown): string {
  const reason =
    error instanceof Error ? `${error.name}: ${withoutQuotedValues(error.message)}` : 'was thrown';
  return reason.slice(0, maxReasonLength);
}

/** Counts a failure and returns the number of failures so far. */
export async function countFailure(key: FailureKey, error: unknown): Promise<number> {
  const row = await EventFailureModel.findOneAndUpdate(
    { _id: idOf(key) },
    { $inc: { attempts: 1 }, $set: { reason: reasonOf(error), updatedAt: new Date() } },
    { upsert: true, returnDocument: 'after' },
  ).lean();
  return row.attempts;
}

/** Removes the count of an event before its replay. */
export async function forgetFailures(key: FailureKey): Promise<void> {
  await EventFailureModel.deleteOne({ _id: idOf(key) });
}
