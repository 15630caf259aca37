import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { unavailable } from '@pas/shared/errors/raise';
import type { SentRow } from '../resolved-row.ts';
import { readZipDirectory } from './inflated-size.ts';
import { notATable, notText } from './refusals.ts';

/** A workbook that is larger when it is inflated is refused before anything of it is inflated, in bytes. */
const maxInflatedBytes = 200 * 1024 * 1024;

const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

/** How long reading a workbook may take, in milliseconds. */
const maxReadMs = 60_000;

const smaller = 'Save the sheet as “CSV UTF-8”, or split it into several files.';

/** Reading takes much memory, so a process reads one workbook at a time; tenants take turns. */
const reading = createSemaphore({
  permits: 1,
  maxWaitMs: 20_000,
  refusal: () => unavailable('Other workbooks are being read at the moment. Try again.', 'overloaded', 5),
});

/** @throws unsupported_media_type for an archive that is no workbook, invalid for one that inflates to too much */
function requireWorkbook(bytes: Buffer): void {
  const directory = readZipDirectory(bytes);
  if (!directory?.names.includes('xl/workbook.xml'))
    throw notText(
      'The file is an archive and not an Excel workbook. Send the table itself, as CSV or .xlsx.',
    );
  if (directory.inflatedBytes > maxInflatedBytes) throw notATable(`The workbook is too large. ${smaller}`);
}

function explain(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return notATable(`The workbook is too large. ${smaller}`);
  if ((error as Error).name === 'AbortError')
    return notATable(`Reading the workbook took too long. ${smaller}`);
  return notATable(
    'The workbook cannot be read. Open it in a spreadsheet, save it again as .xlsx, and send that.',
  );
}

/** The bytes in a buffer of their own, which the thread takes over without a copy. */
function ownBuffer(bytes: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}

async function* readBatches(bytes: Buffer): AsyncGenerator<string[][]> {
  const buffer = ownBuffer(bytes);
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), {
    workerData: { bytes: buffer },
    transferList: [buffer],
    resourceLimits,
    // Node's options of this process, such as an inspector's port, are not for the thread.
    execArgv: [],
    stderr: true,
  });
  const signal = AbortSignal.timeout(maxReadMs);
  try {
    for await (const [batch] of on(worker, 'message', { close: ['exit'], signal })) yield batch as string[][];
  } finally {
    await worker.terminate();
  }
}

const isFilled = ({ cells }: SentRow): boolean => cells.some((cell) => cell.trim() !== '');

/**
 * Reads the first sheet of an Excel workbook, in a thread with limits on its memory and time. Lines are the sheet's rows;
 * blank rows are left out.
 *
 * @param tenantId whose workbook it is: where several are read, tenants take turns
 * @throws unsupported_media_type for another archive, invalid (`not_a_table`) for a workbook that is damaged or too
 *   large, unavailable if others are being read for too long
 */
export async function* readWorkbook(bytes: Buffer, tenantId: string): AsyncGenerator<SentRow> {
  requireWorkbook(bytes);
  const permit = await reading.acquire(tenantId);
  let before = 0;
  try {
    for await (const batch of readBatches(bytes)) {
      const first = before + 1;
      yield* batch.map((cells, at) => ({ line: first + at, cells })).filter(isFilled);
      before += batch.length;
    }
  } catch (error) {
    throw explain(error);
  } finally {
    reading.release(permit);
  }
}
