import { Readable } from 'node:stream';
import type { SentRow } from '../../rows/resolved-row.ts';
import { maxColumns } from './limits.ts';
import { tooManyColumns } from './refusals.ts';

/** A value of a row in JSON. */
export type JsonCell = string | number | boolean | null;

const textOf = (cell: JsonCell | undefined): string => (cell == null ? '' : String(cell));

/**
 * Reads JSON rows as a table: the names of all rows form its header. The first row is line 1.
 *
 * Every row gets a cell for each name. So the names are counted first: a few megabytes of names would
 * otherwise become billions of cells.
 *
 * @throws invalid for more names than the maximum number of columns
 */
export function readJsonRows(rows: readonly Readonly<Record<string, JsonCell>>[]): AsyncIterable<SentRow> {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (headers.length > maxColumns) throw tooManyColumns(headers.length);
  const records = rows.map((row, at): SentRow => {
    const cells = headers.map((header) => (Object.hasOwn(row, header) ? textOf(row[header]) : ''));
    return { line: at + 1, cells };
  });
  return Readable.from([{ line: 0, cells: headers }, ...records]) as AsyncIterable<SentRow>;
}
