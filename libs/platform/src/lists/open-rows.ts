import type { Model, QueryFilter } from 'mongoose';
import { Fault } from '../errors/fault.ts';
import type { RowSource } from '../http/whole-list.ts';

/** Maximum number of rows of a whole list. */
const maxRows = 100_000;

/** Rows of a batch. The schema parses it without yielding. */
const batchSize = 200;

/** Rows of an answer of the store. The driver decodes each row when it is read. */
const answerSize = 1000;

/** The time limit of the count, in milliseconds. */
const maxTimeMS = 5000;

const tooManyRows = (): Fault =>
  new Fault(
    'invalid',
    'too_many_rows',
    `More than ${maxRows} rows match. Add filters, or read the list page by page.`,
  );

interface RowsQuery {
  filter: Readonly<Record<string, unknown>>;
  sort: Readonly<Record<string, 1 | -1>>;
}

/** A cursor of the store. */
interface RowCursor {
  next(): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Reads a cursor batch by batch. The store opens it at the first read. */
function batchesOf(cursor: RowCursor): Pick<RowSource, 'next' | 'close'> {
  let state: 'new' | 'open' | 'ended' = 'new';
  return {
    async next() {
      const rows: unknown[] = [];
      while (state !== 'ended' && rows.length < batchSize) {
        const row = await cursor.next();
        state = row === null ? 'ended' : 'open';
        if (row !== null) rows.push(row);
      }
      return rows;
    },
    async close() {
      if (state === 'open') await cursor.close();
      state = 'ended';
    },
  };
}

/**
 * Opens all rows of a filter in one snapshot. A change during the read has no effect on it. The store keeps a snapshot
 * for five minutes.
 *
 * @throws invalid (`too_many_rows`)
 */
export async function openRows(model: Model<never>, { filter, sort }: RowsQuery): Promise<RowSource> {
  const session = await model.db.startSession({ snapshot: true });
  // Set explicitly, because the connection's read concern would override that of a snapshot session.
  const options = { session, readConcern: { level: 'snapshot' as const } };
  try {
    const count = { ...options, limit: maxRows + 1, maxTimeMS };
    const total = await model.countDocuments(filter as QueryFilter<never>, count);
    if (total > maxRows) throw tooManyRows();
    const rows = model
      .find(filter as QueryFilter<never>, null, { ...options, sort, batchSize: answerSize })
      .lean();
    const { next, close: closeCursor } = batchesOf(rows.cursor());
    const close = async (): Promise<void> => {
      try {
        await closeCursor();
      } finally {
        await session.endSession();
      }
    };
    return { total, next, close };
  } catch (error) {
    await session.endSession();
    throw error;
  }
}
