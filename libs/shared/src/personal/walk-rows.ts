import { takeTurns } from '@pas/platform/concurrency/take-turns';
import type { PersonalRows } from './personal-rows.ts';
import type { Person } from './person.ts';

/** Rows in one statement. */
const batchSize = 500;

/** A stored row, of whatever collection. */
export interface StoredRow {
  _id: string;
  [field: string]: unknown;
}

/**
 * Reads the rows of one collection that belong to a person, in batches of bounded size. Each filter is one pass over its
 * index, however many rows it finds: pages in the order of ids would sort all of them anew for each page. A row that two
 * filters find comes twice.
 */
export async function* walkRows(
  { model, find }: PersonalRows,
  person: Person,
): AsyncGenerator<readonly StoredRow[]> {
  const turn = takeTurns();
  for (const filter of find(person)) {
    let batch: StoredRow[] = [];
    for await (const row of model
      .find(filter as never)
      .batchSize(batchSize)
      .lean<StoredRow[]>()
      .cursor()) {
      // The driver decodes row by row. Others get their turn in between.
      await turn();
      batch.push(row);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
}
