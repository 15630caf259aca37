import type { SentRow } from '../../rows/resolved-row.ts';
import { tallyDateOrders, type DateOrderTally } from './date-orders.ts';
import { headerRows, maxCell, maxColumns } from './limits.ts';
import { readStart } from './read-start.ts';
import { countKnown, isOwnHeader, type NamedColumns } from './recognize-columns.ts';
import { notATable, tooManyColumns, tooManyRows } from './refusals.ts';

/** A table with a known header. */
export interface OpenTable extends Omit<NamedColumns, 'dateOrders'> {
  rows: AsyncGenerator<SentRow>;
  /** Returns the order of the dates in each column, once all rows are read. */
  dateOrders: DateOrderTally['orders'];
}

/** Rows that the column recognition samples. */
const sampledRows = 50;

/** Finds the header: the first row with the most known columns. */
function findHeader(rows: readonly SentRow[]): number {
  const known = rows.slice(0, headerRows).map(({ cells }) => countKnown(cells));
  return known.indexOf(Math.max(0, ...known));
}

/**
 * Names the columns without a header by the row above it: headers may have two rows. A row with one filled cell is a
 * title.
 */
function withUpperNames(header: readonly string[], above: SentRow | undefined): string[] {
  const isTitle = (above?.cells.filter((cell) => cell.trim() !== '').length ?? 0) < 2;
  return header.map((name, column) => (name.trim() === '' && !isTitle ? (above?.cells[column] ?? '') : name));
}

function samplesOf(rows: readonly SentRow[], columns: readonly number[]): string[][] {
  return columns.map((column) =>
    rows.map(({ cells }) => (cells[column] ?? '').trim().slice(0, 80)).filter((cell) => cell !== ''),
  );
}

/** Returns the number of columns up to the last non-empty one: spreadsheets append empty columns. */
function widthOf(header: readonly string[], rows: readonly SentRow[]): number {
  const filled = [header, ...rows.map(({ cells }) => cells.slice(0, header.length))];
  return Math.max(...filled.map((cells) => 1 + cells.findLastIndex((cell) => cell.trim() !== '')));
}

interface Rest {
  header: readonly string[];
  /** The line of the header. */
  top: number;
  first: readonly SentRow[];
  columns: readonly number[];
  maxRows: number;
  dates: DateOrderTally;
}

/** Yields the rows below the header. Reports repeat the header on each page; those rows are left out. */
async function* restOf(
  rows: AsyncIterator<SentRow>,
  { header, top, first, columns, maxRows, dates }: Rest,
): AsyncGenerator<SentRow> {
  const pick = ({ line, cells: all }: SentRow): SentRow => {
    const cells = columns.map((column) => (all[column] ?? '').slice(0, maxCell));
    dates.add(cells);
    return { line, cells };
  };
  const isHeader = ({ cells }: SentRow): boolean =>
    header.every((name, column) => (cells[column] ?? '').trim() === name.trim());
  const isShown = (row: SentRow): boolean => {
    if (row.line - top > maxRows) throw tooManyRows(maxRows);
    return !isHeader(row);
  };
  try {
    for (const row of first) if (isShown(row)) yield pick(row);
    for (let next = await rows.next(); !next.done; next = await rows.next())
      if (isShown(next.value)) yield pick(next.value);
  } finally {
    await rows.return?.();
  }
}

/**
 * Finds the header of a table.
 *
 * @param maxRows the maximum number of rows below the header, including blank ones; more rows are too_large
 * @throws invalid (`not_a_table`) for a table without rows, and for one with too many columns
 */
export async function openTable(records: AsyncIterable<SentRow>, maxRows: number): Promise<OpenTable> {
  const rows = records[Symbol.asyncIterator]();
  const start = await readStart(rows, headerRows + sampledRows);
  const at = findHeader(start);
  const first = start.slice(at + 1);
  const { line: top, cells: all } = start[at] ?? { line: 0, cells: [] };
  const names = withUpperNames(all, start[at - 1]);
  const header = all.slice(0, widthOf(names, first));
  if (header.length > maxColumns) throw tooManyColumns(header.length);
  const columns = header.flatMap((name, column) => (isOwnHeader(name) ? [] : [column]));
  if (start.length === 0) throw notATable('The file is empty.');
  if (first.length === 0) throw notATable('The table has no rows below its header.');
  const dates = tallyDateOrders(columns.length);
  return {
    headers: columns.map((column) => (names[column] ?? '').slice(0, maxCell)),
    samples: samplesOf(first, columns),
    rows: restOf(rows, { header, top, first, columns, maxRows, dates }),
    dateOrders: () => dates.orders(),
  };
}
