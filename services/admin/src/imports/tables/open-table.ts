import { invalid } from '@pas/platform/errors/raise';
import type { FieldProblem } from '@pas/platform/errors/fault';
import type { ImportColumn } from '@pas/shared/models/import';
import type { SentRow } from '../resolved-row.ts';
import { headerRows } from './header-rows.ts';
import { countKnown, isOwnHeader, recognizeColumns, type ColumnMapping } from './recognize-columns.ts';
import { maxColumns, notATable, tooManyColumns, tooManyRows } from './refusals.ts';

/** A table whose rows are read as they arrive. */
export interface Table {
  /** Recognizes the columns, by what the client says first. The mapping of a form may arrive after the rows. */
  columns: (mapping: ColumnMapping) => ImportColumn[];
  rows: AsyncIterable<SentRow>;
}

/** Rows by which the columns are recognized. */
const sampledRows = 50;
/** The longest cell that is kept, in characters; no field is longer. */
const maxCell = 1000;

/** Reads some rows, and keeps the others for later. */
async function take(rows: AsyncIterator<SentRow>, count: number): Promise<SentRow[]> {
  const taken: SentRow[] = [];
  while (taken.length < count) {
    const next = await rows.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

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

/** @throws invalid for headers that the table doesn't have, and for a field that is named twice */
function requireMapping(mapping: ColumnMapping, columns: readonly ImportColumn[]): void {
  const headers = new Set(columns.map(({ header }) => header));
  const fields = Object.values(mapping).filter((field) => field !== null);
  const problems = Object.entries(mapping).flatMap(([header, field]): FieldProblem[] => {
    const path = `mapping.${header}`;
    if (!headers.has(header)) {
      const message = `${path}: The table has no such column. It has: ${[...headers].join(', ')}.`;
      return [{ path, code: 'invalid_value', message }];
    }
    if (field === null || fields.indexOf(field) === fields.lastIndexOf(field)) return [];
    return [{ path, code: 'repeated', message: `${path}: Only one column can be read as ${field}.` }];
  });
  if (problems.length > 0) throw invalid(problems);
}

interface Rest {
  header: readonly string[];
  first: readonly SentRow[];
  places: readonly number[];
  maxRows: number;
}

/** The rows below the header. Reports repeat it at the top of each page; those rows are left out. */
async function* restOf(
  rows: AsyncIterator<SentRow>,
  { header, first, places, maxRows }: Rest,
): AsyncGenerator<SentRow> {
  const pick = ({ line, cells }: SentRow): SentRow => ({
    line,
    cells: places.map((place) => (cells[place] ?? '').slice(0, maxCell)),
  });
  const isHeader = ({ cells }: SentRow): boolean =>
    header.every((name, place) => (cells[place] ?? '').trim() === name.trim());
  let count = 0;
  try {
    for (const row of first) {
      if (isHeader(row)) continue;
      count += 1;
      yield pick(row);
    }
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      if (isHeader(next.value)) continue;
      count += 1;
      if (count > maxRows) throw tooManyRows(maxRows);
      yield pick(next.value);
    }
  } finally {
    await rows.return?.();
  }
}

const nameThem =
  'Name the columns in the first row, such as unit, email, phone, firstName and lastName, or send a mapping.';

/** Whether a row is one of a resident, in a table whose columns have no names. */
const isResident = (header: readonly string[]): boolean =>
  countKnown(header) === 0 && header.some((cell) => /^[^\s@]+@[^\s@]+$/.test(cell.trim()));

/** @throws invalid where nothing says what the columns are, or what the client says does not fit */
function requireColumns(columns: ImportColumn[], mapping: ColumnMapping): ImportColumn[] {
  requireMapping(mapping, columns);
  if (isResident(columns.map(({ header }) => header)) && Object.keys(mapping).length === 0)
    throw notATable(`The table begins with a resident, and not with the names of its columns. ${nameThem}`);
  if (columns.some(({ field }) => field !== null)) return columns;
  throw notATable(`No column is known. ${nameThem}`);
}

/**
 * Finds the header of a table, and prepares the recognition of its columns.
 *
 * @param maxRows the most rows that an import takes; more are too_large while they are read
 * @throws invalid (`not_a_table`) for a table without rows; `columns` for one without a column that is known, and for a
 *   mapping that does not fit
 */
export async function openTable(records: AsyncIterable<SentRow>, maxRows: number): Promise<Table> {
  const rows = records[Symbol.asyncIterator]();
  const start = await take(rows, headerRows + sampledRows);
  const at = findHeader(start);
  const first = start.slice(at + 1);
  const all = start[at]?.cells ?? [];
  const header = all.slice(0, widthOf(all, first));
  if (header.length > maxColumns) throw tooManyColumns(header.length);
  const places = header.flatMap((name, place) => (isOwnHeader(name) ? [] : [place]));
  if (start.length === 0) throw notATable('The file is empty.');
  if (first.length === 0) throw notATable('The table has no rows below its header.');
  const headers = places.map((place) => header[place] ?? '');
  const samples = samplesOf(first, places);
  return {
    columns: (mapping) => requireColumns(recognizeColumns({ headers, samples }, mapping), mapping),
    rows: restOf(rows, { header, first, places, maxRows }),
  };
}
