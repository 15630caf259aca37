import type { SentRow } from '../../../rows/resolved-row.ts';
import { headerRows, maxLines } from '../limits.ts';
import { readStart, rejoin } from '../read-start.ts';
import { countKnown } from '../recognize-columns.ts';
import { brokenWorkbook, notText, tooManyRows } from '../refusals.ts';
import { findParts, type WorkbookParts } from './find-parts.ts';
import { readNumberFormats } from './number-formats.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheetRows, type CellSources } from './sheet-rows.ts';
import { inflateEntry, openArchive, type ZipArchive, type ZipEntry } from './zip-archive.ts';

/** Maximum sheets to search: a cover or an empty sheet may precede the table. */
const maxSheets = 5;

type Rows = AsyncGenerator<SentRow>;

async function openSources(archive: ZipArchive, parts: WorkbookParts): Promise<CellSources> {
  const inflate = (entry: ZipEntry) => inflateEntry(archive, entry);
  return {
    strings: parts.strings ? await readSharedStrings(inflate(parts.strings)) : [],
    formats: await readNumberFormats(parts.styles && inflate(parts.styles), parts),
  };
}

/** Whether a sheet starts with a known header. */
const hasHeader = (start: readonly SentRow[]): boolean => start.some(({ cells }) => countKnown(cells) > 1);

/** @throws too_large for a row below the maximum line: blank rows above it count */
async function* boundLines(rows: Rows, maxRows: number): Rows {
  for await (const row of rows) {
    if (row.line > maxLines(maxRows)) throw tooManyRows(maxRows);
    yield row;
  }
}

/** Reads the first sheet with a header. Without one, the first non-empty sheet causes the error. */
async function* readTable(sheets: readonly ZipEntry[], open: (sheet: ZipEntry) => Rows): Rows {
  let first: ZipEntry | null = null;
  for (const sheet of sheets.slice(0, maxSheets)) {
    const rows = open(sheet);
    const start = await readStart(rows, headerRows);
    if (hasHeader(start)) {
      yield* rejoin(start, rows);
      return;
    }
    await rows.return(undefined);
    if (start.length > 0) first ??= sheet;
  }
  if (first) yield* open(first);
}

/**
 * Reads the first sheet of an Excel workbook that has a header, while it inflates. Lines are the sheet's
 * rows; blank rows are left out.
 *
 * @throws unsupported_media_type for another archive, too_large for too many rows
 * @throws invalid for a damaged or malicious workbook
 */
export async function* readWorkbook(bytes: Buffer, maxRows: number): Rows {
  const archive = openArchive(bytes);
  const parts = archive && (await findParts(archive));
  if (!archive || !parts)
    throw notText(
      'The file is an archive and not an Excel workbook. Send the table itself, as CSV or .xlsx.',
    );
  if (parts.sheets.length === 0) throw brokenWorkbook();
  const sources = await openSources(archive, parts);
  const open = (sheet: ZipEntry): Rows => readSheetRows(inflateEntry(archive, sheet), sources);
  yield* boundLines(readTable(parts.sheets, open), maxRows);
}
