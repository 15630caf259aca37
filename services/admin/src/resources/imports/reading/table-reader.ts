import { timeLeftMs } from '@pas/platform/deadline/deadline';
import type { SentRow } from '../rows/resolved-row.ts';
import type { ReaderTask, Table } from './tables/frames.ts';
import { readerLimits, startReader, type ReaderProcess } from './reader-process.ts';
import { ReaderTurns } from './reader-turns.ts';
import { readSmall, receiveSmall } from './small-json.ts';
import { spoolFile } from './spool-file.ts';

/** A table in an upload. */
export interface UploadedTable extends Pick<ReaderTask, 'format' | 'charset'> {
  tenantId: string;
  bytes: AsyncIterable<Buffer>;
  /** Ends the wait for a turn, and the reading, when the client disconnects. */
  signal: AbortSignal;
}

/** Reads tables, each in a separate process, except small JSON. */
export interface TableReader {
  /**
   * Receives a table, and reads it in its tenant's turn.
   *
   * @param take consumes the rows as they are read; the reading waits for it
   * @throws unsupported_media_type, invalid, malformed and too_large for an unreadable or oversized table
   * @throws rate_limited and unavailable when no turn comes in time, or a busy machine takes too long
   */
  read<Taken>(upload: UploadedTable, take: (table: Table) => Promise<Taken>): Promise<Taken>;
}

/** Maximum time of a reading on a busy machine, in milliseconds. A connection without bytes is closed after 75 s. */
const maxReadMs = 60_000;

/** Creates the signal that ends a reading: the client disconnects, or the deadline of its request passes. */
const inTime = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(Math.max(0, Math.min(maxReadMs, timeLeftMs()))))]);

async function* rowsOf(reader: ReaderProcess): AsyncGenerator<SentRow> {
  for (let frame = await reader.next(); frame.kind === 'rows'; frame = await reader.next()) yield* frame.rows;
}

/** Creates the table reader of one process. */
export function createTableReader({
  maxRows,
  limits = readerLimits,
}: {
  maxRows: number;
  limits?: typeof readerLimits;
}): TableReader {
  const turns = new ReaderTurns();
  const readFile = async <Taken>(
    file: number,
    { format, charset, tenantId, signal }: UploadedTable,
    take: (table: Table) => Promise<Taken>,
  ): Promise<Taken> => {
    const turn = await turns.take(tenantId, signal);
    const reader = startReader(file, { format, charset, maxRows }, { limits, signal: inTime(signal) });
    try {
      const frame = await reader.next();
      if (frame.kind !== 'start') throw new Error(`a table that begins with ${frame.kind}`);
      return await take({ ...frame.start, rows: rowsOf(reader) });
    } finally {
      await reader.end();
      turn.end(reader.hasHitLimit);
    }
  };
  const readSpooled: TableReader['read'] = async (upload, take) => {
    const file = await spoolFile(upload.bytes);
    try {
      return await readFile(file.fd, upload, take);
    } finally {
      await file.close();
    }
  };
  return {
    async read(upload, take) {
      if (upload.format === 'file') return readSpooled(upload, take);
      const body = await receiveSmall(upload.bytes);
      if ('small' in body) return take(await readSmall(body.small, maxRows));
      return readSpooled({ ...upload, bytes: body.large }, take);
    },
  };
}
