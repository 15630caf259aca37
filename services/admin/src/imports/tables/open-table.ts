import type { SentRow } from '../resolved-row.ts';
import { headerRows, maxCell, maxColumns } from './limits.ts';
import { readStart } from './read-start.ts';
import { countKnown, isOwnHeader, type NamedColumns } from './recognize-columns.ts';
import { notATable, tooManyColumns, tooManyRows } from './refusals.ts';

/** A table whose header is found. */
export interface OpenTable extends NamedColumns {
  rows: AsyncGenerator<SentRow>;
}

/** Rows by which the columns are recognized. */
const sampledRows = 50;

/** The header is the row with the most known columns; of several, the first. */
function findHeader(rows: readonly SentRow[]): number {
  const known = rows.slice(0, headerRows).map(({ cells }) => countKnown(cells));
  return known.indexOf(Math.max(0, ...known));
}

function samplesOf(rows: readonly SentRow[], places: readonly number[]): string[][] {
  return places.map((place) =>
    rows.map(({ cells }) => (cells[place] ?? '').trim().slice(0, 80)).filter((cell) => cell !== ''),
  );
}

/** The columns up to the last one that has a name or a value: spreadsheets export empty ones behind them. */
function widthOf(header: readonly string[], rows: readonly SentRow[]): number {
  const filled = [header, ...rows.map(({ cells }) => cells.slice(0, header.length))];
  return Math.max(...filled.map((cells) => 1 + cells.findLastIndex((cell) => cell.trim() !== '')));
}

interface Rest {
  header: readonly string[];
  /** The line of the header. */
  top: number;
  first: readonly SentRow[];
  places: readonly number[];
  maxRows: number;
}

/** The rows below the header. Reports repeat it at the top of each page; those rows are left out. */
async function* restOf(
  rows: AsyncIterator<SentRow>,
  { header, top, first, places, maxRows }: Rest,
): AsyncGenerator<SentRow> {
  const pick = ({ line, cells }: SentRow): SentRow => ({
    line,
    cells: places.map((place) => (cells[place] ?? '').slice(0, maxCell)),
  });
  const isHeader = ({ cells }: SentRow): boolean =>
    header.every((name, place) => (cells[place] ?? '').trim() === name.trim());
  try {
    for (const row of first) if (!isHeader(row)) yield pick(row);
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      if (next.value.line - top > maxRows) throw tooManyRows(maxRows);
      if (!isHeader(next.value)) yield pick(next.value);
    }
  } finally {
    await rows.return?.();
  }
}

/**
 * Finds the header of a table.
 *
 * @param maxRows the most rows below the header, blank ones included; more are too_large while they are read
 * @throws invalid (`not_a_table`) for a table without rows, and for one with too many columns
 */
export async function openTable(records: AsyncIterable<SentRow>, maxRows: number): Promise<OpenTable> {
  const rows = records[Symbol.asyncIterator]();
  const start = await readStart(rows, headerRows + sampledRows);
  const at = findHeader(start);
  const first = start.slice(at + 1);
  const { line: top, cells: all } = start[at] ?? { line: 0, cells: [] };
  const header = all.slice(0, widthOf(all, first));
  if (header.length > maxColumns) throw tooManyColumns(header.length);
  const places = header.flatMap((name, place) => (isOwnHeader(name) ? [] : [place]));
  if (start.length === 0) throw notATable('The file is empty.');
  if (first.length === 0) throw notATable('The table has no rows below its header.');
  return {
    headers: places.map((place) => (header[place] ?? '').slice(0, maxCell)),
    samples: samplesOf(first, places),
    rows: restOf(rows, { header, top, first, places, maxRows }),
  };
}
