import { inBatches } from './in-batches.ts';
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
  for (const filter of find(person)) {
    const found = model
      .find(filter as never)
      .batchSize(batchSize)
      .lean<StoredRow[]>();
    yield* inBatches(found.cursor() as AsyncIterable<StoredRow>, batchSize);
  }
}
