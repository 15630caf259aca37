import mongoose, { type Model } from 'mongoose';
import { duplicateKeyOf } from './duplicate-key.ts';

const { MongoBulkWriteError } = mongoose.mongo;

/**
 * What became of a row: a `duplicate` is refused because its unique values are taken, maybe by a row without a majority
 * yet.
 */
export type InsertOutcome = 'inserted' | 'duplicate' | Error;

/** The outcome of a row that the server has refused. */
function outcomeOf({ code, errmsg }: { code: number; errmsg?: string | undefined }): InsertOutcome {
  const message = errmsg ?? '';
  return duplicateKeyOf({ code, message }) === null ? new Error(`${code}: ${message}`) : 'duplicate';
}

/**
 * Inserts rows in one statement, each for itself: a row that is refused leaves the others inserted.
 *
 * @returns what became of each row, in their order
 * @throws the driver's error for a failure of the statement, where nothing is known of any row
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
