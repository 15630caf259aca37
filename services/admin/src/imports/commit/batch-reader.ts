import type { ImportRow } from '@pas/shared/models/import';
import type { ImportWork } from '../import-work.ts';
import { checkBatch, type CheckedBatch } from './check-batch.ts';
import { nextRows } from './next-rows.ts';
import type { PlannedRow } from './working-set.ts';

/** Rows of one transaction: enough that its fixed cost does not count, and done before its time is up on a busy machine. */
const batchSize = 500;

/** The next rows of a plan. */
export interface ReadBatch {
  rows: PlannedRow[];
  /** The rows held against the data; null where they were not checked ahead. */
  checked: CheckedBatch | null;
}

/** Reads the batches of a plan in their order. */
export interface BatchReader {
  /** The batch after the checkpoint of an import. */
  next(imported: ImportRow): Promise<ReadBatch>;
  /**
   * Begins to read and check the batch after a line, if that has not begun. The batch before it may be under way: its rows
   * make nothing that the check of later ones does not know by the plan, and the transaction of a batch verifies what the
   * check has found.
   */
  readAhead(imported: ImportRow, after: number): void;
  /** Waits for what is under way. */
  end(): Promise<void>;
}

/** Makes the reader of one import. */
export function createBatchReader(work: ImportWork): BatchReader {
  let ahead: { after: number; batch: Promise<ReadBatch | null> } | null = null;
  const readRows = async (imported: ImportRow, after: number): Promise<PlannedRow[]> =>
    nextRows(work.context(), { ...imported, checkpoint: after }, batchSize);
  const readChecked = async (imported: ImportRow, after: number): Promise<ReadBatch> => {
    const rows = await readRows(imported, after);
    return { rows, checked: rows.length > 0 ? await checkBatch(work.context(), imported, rows) : null };
  };
  return {
    async next(imported) {
      const { checkpoint } = imported;
      const found = ahead?.after === checkpoint ? await ahead.batch : null;
      return found ?? { rows: await readRows(imported, checkpoint), checked: null };
    },
    readAhead(imported, after) {
      if (ahead?.after === after) return;
      // What fails ahead is done again in its turn, where its error counts.
      ahead = { after, batch: readChecked(imported, after).catch(() => null) };
    },
    end: async () => void (await ahead?.batch),
  };
}
