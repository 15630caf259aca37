import type { SentRow } from '../../rows/resolved-row.ts';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { rejoin } from './read-start.ts';
import { notATable, notText } from './refusals.ts';

/** A file with a table. */
export interface SentFile {
  bytes: AsyncIterable<Buffer>;
  /** The declared character set of a text. */
  charset: string | null;
  /** The maximum number of rows of its table. */
  maxRows: number;
}

const zipStart = Buffer.from([0x50, 0x4b]);
/** Number of leading bytes that identify the kind of a file. */
const startBytes = 64;
/** The start of the files of Excel before 2007 (compound file binary format). */
const oldExcelStart = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Starts of texts that are mistaken for tables, with the advice. */
const mistaken: readonly [RegExp, string][] = [
  [
    /^<(?:!doctype|html|table|\?xml|head|body|meta)/i,
    'The file is a web page that is named like a table. Open it in a spreadsheet, save it as .xlsx, and send that.',
  ],
  [/^\{\\rtf/, 'The file is a document with text. Save the table as CSV or .xlsx, and send that.'],
  [
    /^[[{]\s*[{"]/,
    'The file is JSON. Send it with the content type application/json, or send a table as CSV.',
  ],
];

/** @throws unsupported_media_type for a PDF, invalid for another recognized kind of text */
function requireTable(start: Buffer): void {
  const text = start
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (text.startsWith('%PDF'))
    throw notText('The file is a PDF. Export the table as CSV or .xlsx, and send that.');
  const found = mistaken.find(([pattern]) => pattern.test(text));
  if (found) throw notATable(found[1]);
}

const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);

/** Collects a whole file. */
export async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** Reads the leading bytes that identify the kind of a file; fewer at its end. */
async function readStart(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < startBytes) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  return start;
}

/** Records of a file as they are read. */
export interface FileRecords {
  /** The separator of the cells; null for a workbook. */
  separator: string | null;
  records: AsyncGenerator<SentRow>;
}

async function* readSheet(bytes: AsyncIterable<Buffer>, maxRows: number): AsyncGenerator<SentRow> {
  // Loaded lazily: loading its libraries takes a quarter of the time of a small CSV file.
  const { readWorkbook } = await import('./workbook/read-workbook.ts');
  yield* readWorkbook(await collect(bytes), maxRows);
}

/**
 * Reads the records of a file: streamed CSV, or the first sheet of an Excel workbook. The content decides
 * between the two, not the declared type.
 *
 * @throws unsupported_media_type for any other kind. invalid (`not_a_table`) for an empty or unreadable file.
 *   too_large for too many lines
 */
export async function readFile({ bytes, charset, maxRows }: SentFile): Promise<FileRecords> {
  const chunks = bytes[Symbol.asyncIterator]();
  const start = await readStart(chunks);
  if (start.length === 0) throw notATable('The file is empty.');
  if (startsWith(start, oldExcelStart))
    throw notText(
      'The file is of an old version of Excel (.xls), or is protected by a password. Save it without one as .xlsx or “CSV UTF-8”, and send that.',
    );
  requireTable(start.subarray(0, startBytes));
  const whole = rejoin([start], chunks);
  if (startsWith(start, zipStart)) return { separator: null, records: readSheet(whole, maxRows) };
  return readCsv(decodeText(whole, charset), maxRows);
}
