import type { ImportRow } from '@pas/shared/models/import';
import type { ImportWork } from '../import-work.ts';
import { checkBatch, type CheckedBatch } from './check-batch.ts';
import { nextRows } from './next-rows.ts';
import type { PlannedRow } from './working-set.ts';

/**
 * Rows per transaction: enough to amortize its fixed cost, and few enough to meet its timeout on a busy
 * machine.
 */
const batchSize = 500;

/** The next rows of a plan. */
export interface ReadBatch {
  rows: PlannedRow[];
  /** The rows compared with the data; null when they were not checked ahead. */
  checked: CheckedBatch | null;
}

/** Reads the batches of a plan in their order. */
export interface BatchReader {
  /** The batch after the checkpoint of an import. */
  next(imported: ImportRow): Promise<ReadBatch>;
  /**
   * Starts to read and check the batch after a line, unless that has started. The previous batch may be in
   * progress. The check of later rows knows its new entities from the plan. The transaction of a batch
   * verifies the results of the check.
   */
  readAhead(imported: ImportRow, after: number): void;
  /** Waits for the read in progress. */
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
      // `next` repeats a failed read-ahead, and throws its error.
      ahead = { after, batch: readChecked(imported, after).catch(() => null) };
    },
    end: async () => void (await ahead?.batch),
  };
}
