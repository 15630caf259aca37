import mongoose, { type Model } from 'mongoose';
import { duplicateKeyOf } from './duplicate-key.ts';

const { MongoBulkWriteError } = mongoose.mongo;

/**
 * Outcome of a row. A `duplicate` is refused because its unique values are taken, possibly by a row without a majority
 * yet.
 */
export type InsertOutcome = 'inserted' | 'duplicate' | Error;

/** Returns the outcome of a row that the server has refused. */
function outcomeOf({ code, errmsg }: { code: number; errmsg?: string | undefined }): InsertOutcome {
  const message = errmsg ?? '';
  return duplicateKeyOf({ code, message }) === null ? new Error(`${code}: ${message}`) : 'duplicate';
}

/**
 * Inserts rows in one statement, each independently: the refusal of a row does not affect the others.
 *
 * @returns the outcome of each row, in the order of the rows
 * @throws the driver's error for a failure of the whole statement, when no outcome is known
 */
export async function insertMissing<Row extends object>(
  model: Model<Row>,
  rows: readonly Row[],
): Promise<InsertOutcome[]> {
  const outcomes: InsertOutcome[] = rows.map(() => 'inserted');
  try {
    await model.collection.insertMany(rows, { ordered: false, ignoreUndefined: true });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
    const refused = [error.writeErrors].flat();
    if (refused.length === 0) throw error;
    for (const each of refused) outcomes[each.index] = outcomeOf(each);
  }
  return outcomes;
}
