import type { Writable } from 'node:stream';
import type { SentRow } from '../resolved-row.ts';
import { headBytes, type Frame } from './frames.ts';
import { tooComplex } from './refusals.ts';

/** Rows of a message, and the characters after which it is sent with fewer. */
const [batchRows, batchCharacters] = [500, 64 * 1024];

/**
 * The most characters of one row, and of all rows together. Rows are stored and planned hundreds at a time, and a workbook
 * can refer to one text from millions of cells.
 */
const [maxRowCharacters, maxCharacters] = [20_000, 64 * 1024 * 1024];

/** A message as bytes. */
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

/** Writes messages, and waits while their reader is busy. */
export async function writeFrames(output: Writable, frames: readonly Buffer[]): Promise<void> {
  for (const frame of frames)
    await new Promise<void>((resolve, reject) => {
      output.write(frame, (error) => (error ? reject(error) : resolve()));
    });
}
