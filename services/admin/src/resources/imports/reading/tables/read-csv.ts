import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { SentRow } from '../../rows/resolved-row.ts';
import { headerRows, maxLines } from './limits.ts';
import { rejoin } from './read-start.ts';
import { notATable, tooManyRows } from './refusals.ts';
import { findSeparator, firstRecords, namedSeparator } from './separator.ts';

/** The longest record, in characters. A longer one has an unclosed quote. */
const maxRecordSize = 128 * 1024;

/** Reads the start of a text until its first records are complete. */
async function readStart(text: AsyncIterator<string>): Promise<string> {
  let start = '';
  while (start.length < maxRecordSize && !firstRecords(start, headerRows).isComplete) {
    const next = await text.next();
    if (next.done) break;
    start += next.value;
  }
  return start;
}

function chooseSeparator(start: string): { separator: string; skipped: number } {
  const { records } = firstRecords(start.slice(0, maxRecordSize), headerRows);
  const named = namedSeparator(records[0] ?? '');
  if (named === null) return { separator: findSeparator(records), skipped: 0 };
  return { separator: named, skipped: 1 };
}

function explain(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = Number((error as { lines?: unknown }).lines);
  const where = Number.isSafeInteger(line) ? ` near line ${line}` : '';
  return notATable(`The table cannot be read${where}: a quote is not closed, or not doubled within a cell.`);
}

/** The format of a table, and its limit. */
interface CsvFormat {
  separator: string;
  /** The number of records before the table. */
  skipped: number;
  maxRows: number;
}

async function* recordsOf(
  text: AsyncIterable<string>,
  { separator, skipped, maxRows }: CsvFormat,
): AsyncGenerator<SentRow> {
  const parser = parse({
    delimiter: separator,
    // Tables that were put together from several files mix their line breaks.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    // A quote after a space also opens a cell.
    ltrim: true,
    skip_empty_lines: false,
    max_record_size: maxRecordSize,
  });
  const source = Readable.from(text);
  source.once('error', (error) => parser.destroy(error));
  let line = 0;
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) {
      line += 1;
      if (line > maxLines(maxRows)) throw tooManyRows(maxRows);
      if (line <= skipped || cells.every((cell) => cell.trim() === '')) continue;
      yield { line, cells };
    }
  } catch (error) {
    throw explain(error);
  } finally {
    source.destroy();
  }
}

/**
 * Reads the records of a CSV text as it arrives. Lines count records, like rows of a spreadsheet: a quoted
 * line break starts no new one. Blank records are left out, but counted.
 *
 * @throws invalid (`not_a_table`) for unmatched quotes, too_large for too many lines
 */
export async function readCsv(text: AsyncIterable<string>, maxRows: number) {
  const pieces = text[Symbol.asyncIterator]();
  const start = await readStart(pieces);
  const format = chooseSeparator(start);
  const whole = rejoin(start === '' ? [] : [start], pieces);
  return { separator: format.separator, records: recordsOf(whole, { ...format, maxRows }) };
}
