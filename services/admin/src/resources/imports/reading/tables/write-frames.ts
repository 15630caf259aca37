import type { Writable } from 'node:stream';
import type { SentRow } from '../../rows/resolved-row.ts';
import { headBytes, type Frame } from './frames.ts';
import { tooComplex } from './refusals.ts';

/** Maximum rows of a message, and the number of characters after which it is sent early. */
const [batchRows, batchCharacters] = [500, 64 * 1024];

/**
 * Maximum characters per row, and in total. Rows are stored and planned in batches of hundreds, and millions
 * of cells of a workbook can share one text.
 */
const [maxRowCharacters, maxCharacters] = [20_000, 64 * 1024 * 1024];

/** Encodes a message. */
export function encodeFrame(frame: Frame): Buffer {
  const text = JSON.stringify(frame);
  const bytes = Buffer.allocUnsafe(headBytes + Buffer.byteLength(text));
  bytes.writeUInt32BE(bytes.length - headBytes);
  bytes.write(text, headBytes);
  return bytes;
}

const lengthOf = ({ cells }: SentRow): number => cells.reduce((sum, cell) => sum + cell.length, 0);

/**
 * Encodes rows in batches.
 *
 * @throws invalid for rows with too much text
 */
export async function encodeRows(rows: AsyncIterable<SentRow>): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  let [batch, characters, total]: [SentRow[], number, number] = [[], 0, 0];
  for await (const row of rows) {
    const length = lengthOf(row);
    if (length > maxRowCharacters)
      throw tooComplex(`Row ${row.line} has too much text. Shorten its cells, or delete long columns.`);
    batch.push(row);
    characters += length;
    if (batch.length < batchRows && characters < batchCharacters) continue;
    total += characters;
    if (total > maxCharacters)
      throw tooComplex('The cells have too much text. Delete long columns, or split the table.');
    frames.push(encodeFrame({ kind: 'rows', rows: batch }));
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) frames.push(encodeFrame({ kind: 'rows', rows: batch }));
  return frames;
}

/** Writes messages, with backpressure from their reader. */
export async function writeFrames(output: Writable, frames: readonly Buffer[]): Promise<void> {
  for (const frame of frames)
    await new Promise<void>((resolve, reject) => {
      output.write(frame, (error) => (error ? reject(error) : resolve()));
    });
}
