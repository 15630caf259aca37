import { takeTurns } from '@pas/platform/concurrency/take-turns';

/**
 * Groups the rows of a cursor into batches of bounded size. The driver decodes row by row, so that other requests run
 * in between.
 *
 * @param size rows in a batch; the last one may have fewer
 */
export async function* inBatches<Row>(
  cursor: AsyncIterable<Row>,
  size: number,
): AsyncGenerator<readonly Row[]> {
  const turn = takeTurns();
  let batch: Row[] = [];
  for await (const row of cursor) {
    await turn();
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
