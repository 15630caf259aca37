import type { ClientSession, Model } from 'mongoose';

/**
 * Inserts rows unchanged, in one statement. Rows are typed and complete. A mongoose document for each would cost
 * several times as much as the insert. The tenant guard and the counting apply to the collection, so they see these
 * rows too.
 */
export async function insertRows<Row extends object>(
  model: Model<Row>,
  rows: readonly Row[],
  session: ClientSession | null,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const options = { ignoreUndefined: true, ...(session && { session }) };
  if (rows.length === 1) await model.collection.insertOne(first, options);
  else await model.collection.insertMany(rows, options);
}
