import { Readable } from 'node:stream';
import type { SentRow } from '../rows/resolved-row.ts';
import type { Table } from './tables/frames.ts';
import { openTable } from './tables/open-table.ts';
import { readJson } from './tables/read-json.ts';
import { readStart, rejoin } from './tables/read-start.ts';

/** The maximum size of a small body, in bytes. The most expensive one takes 40 milliseconds. */
const maxBytes = 64 * 1024;

/** A body of JSON: its bytes if it is small, otherwise a stream of them. */
type JsonBody = { small: Buffer } | { large: AsyncGenerator<Buffer> };

/** Receives a body, and collects it if it is small. */
export async function receiveSmall(bytes: AsyncIterable<Buffer>): Promise<JsonBody> {
  const chunks = bytes[Symbol.asyncIterator]();
  const start: Buffer[] = [];
  let size = 0;
  while (size <= maxBytes) {
    const [chunk] = await readStart(chunks, 1);
    if (!chunk) return { small: Buffer.concat(start) };
    start.push(chunk);
    size += chunk.length;
  }
  return { large: rejoin(start, chunks) };
}

/**
 * Reads the rows of small JSON in this process, as other routes read their bodies. A process of its own costs ten
 * times as much.
 *
 * @throws the refusals of the table
 */
export async function readSmall(body: Buffer, maxRows: number): Promise<Table> {
  const { records, fields } = readJson(body);
  const { rows, dateOrders, ...columns } = await openTable(records, maxRows);
  // All rows are read before the first one is stored.
  const all: SentRow[] = [];
  for await (const row of rows) all.push(row);
  return { ...columns, fields, dateOrders: dateOrders(), rows: Readable.from(all) };
}
