import { inBatches } from './in-batches.ts';
import type { PersonalRows } from './personal-rows.ts';

/** Rows in one statement. */
const batchSize = 500;

/** A stored row of any collection. */
export interface StoredRow {
  _id: string;
  [field: string]: unknown;
}

/**
 * Reads a person's rows of one collection, in batches of bounded size. Each filter is one scan of its index. Pages in
 * the order of ids would sort all rows again for each page. A row that matches two filters occurs twice.
 */
export async function* walkRows(
  { model }: Pick<PersonalRows, 'model'>,
  filters: readonly object[],
): AsyncGenerator<readonly StoredRow[]> {
  for (const filter of filters) {
    const found = model
      .find(filter as never)
      .batchSize(batchSize)
      .lean<StoredRow[]>();
    yield* inBatches(found.cursor() as AsyncIterable<StoredRow>, batchSize);
  }
}
