import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/universal';
import { inflatesAsDeclared, readZipDirectory, readZipText, type ZipDirectory } from './inflated-size.ts';

// Runs in a thread of its own, so that its memory has a limit and the requests of the process go on.

/** Rows in one message. */
const batchSize = 1000;

type Cell = string | number | boolean | Date | null;

/** A date without a time, which spreadsheets store as midnight in no zone. */
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The text of a cell. Numbers are written with all their digits. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dayOf(cell);
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell);
  return String(cell);
}

/**
 * The number of the sheet that a person sees first. Programs keep lists in hidden sheets, which may stand before it
 * (ECMA-376, part 1, 18.2.19).
 */
function firstVisibleSheet(zip: Buffer, directory: ZipDirectory): number {
  const tags = readZipText(zip, directory, 'xl/workbook.xml').match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? [];
  const at = tags.findIndex((tag) => !/\sstate=["'](?:hidden|veryHidden)["']/.test(tag));
  return Math.max(0, at) + 1;
}

const { bytes } = workerData as { bytes: ArrayBuffer };
const zip = Buffer.from(bytes);
const directory = readZipDirectory(zip);
// The library inflates whatever there is: an archive whose directory is wrong could take all time and memory.
if (!directory || !inflatesAsDeclared(zip, directory))
  throw new Error('the directory of the archive is wrong');
const rows = (await readSheet(bytes, firstVisibleSheet(zip, directory))) as unknown as Cell[][];
for (let from = 0; from < rows.length; from += batchSize) {
  const batch = rows.slice(from, from + batchSize).map((row) => row.map(textOf));
  parentPort?.postMessage(batch, []);
}
