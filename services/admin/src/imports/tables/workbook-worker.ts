import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/universal';
import { headerRows } from './header-rows.ts';
import { inflatesAsDeclared, readZipDirectory, readZipText, type ZipDirectory } from './inflated-size.ts';
import { countKnown } from './recognize-columns.ts';

// Runs in a thread of its own, so that its memory has a limit and the requests of the process go on.

/** Rows in one message. */
const batchSize = 1000;

/** Sheets that are looked at: a cover or an empty sheet may stand before the table. */
const maxSheets = 5;

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
 * The numbers of the sheets that a person sees. Programs keep lists in hidden sheets, which may stand before the others
 * (ECMA-376, part 1, 18.2.19).
 */
function visibleSheets(zip: Buffer, directory: ZipDirectory): number[] {
  const tags = readZipText(zip, directory, 'xl/workbook.xml').match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? [];
  const isHidden = (tag: string): boolean => /\sstate=["'](?:hidden|veryHidden)["']/.test(tag);
  const numbers = tags.flatMap((tag, at) => (isHidden(tag) ? [] : [at + 1]));
  return numbers.length > 0 ? numbers.slice(0, maxSheets) : [1];
}

/** Whether a sheet begins as a table of residents does. */
const hasHeader = (rows: readonly Cell[][]): boolean =>
  rows.slice(0, headerRows).some((row) => countKnown(row.map(textOf)) > 1);

/** Reads the first sheet with a header. Where there is none, the first sheet that is not empty says what is wrong. */
async function readTable(bytes: ArrayBuffer, sheets: readonly number[]): Promise<Cell[][]> {
  let first: Cell[][] = [];
  for (const sheet of sheets) {
    const rows = ((await readSheet(bytes, sheet)) ?? []) as unknown as Cell[][];
    if (hasHeader(rows)) return rows;
    if (first.length === 0) first = rows;
  }
  return first;
}

const { bytes } = workerData as { bytes: ArrayBuffer };
const zip = Buffer.from(bytes);
const directory = readZipDirectory(zip);
// The library inflates whatever there is: an archive whose directory is wrong could take all time and memory.
if (!directory || !inflatesAsDeclared(zip, directory))
  throw new Error('the directory of the archive is wrong');
const rows = await readTable(bytes, visibleSheets(zip, directory));
for (let from = 0; from < rows.length; from += batchSize) {
  const batch = rows.slice(from, from + batchSize).map((row) => row.map(textOf));
  parentPort?.postMessage(batch, []);
}
