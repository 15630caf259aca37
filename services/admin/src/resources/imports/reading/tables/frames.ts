import type { Fault } from '@pas/platform/errors/fault';
import type { SentRow } from '../../rows/resolved-row.ts';
import type { NamedColumns } from './recognize-columns.ts';

/** The task of a process that reads one table from its standard input. */
export interface ReaderTask {
  format: 'file' | 'json';
  /** The declared character set of a text. */
  charset: string | null;
  /** The maximum number of rows. */
  maxRows: number;
}

/** The beginning of a table. */
export interface TableStart extends NamedColumns {
  /** The separator of the cells of a CSV file. */
  separator?: string | null;
  /** The fields beside the rows in JSON; undefined for a file. */
  fields?: unknown;
}

/** A table with its row stream. */
export interface Table extends TableStart {
  rows: AsyncIterable<SentRow>;
}

/** A refusal, serialized between processes. */
export type Refusal = Pick<Fault, 'kind' | 'code' | 'message'> & Pick<Fault['details'], 'errors'>;

/**
 * A message of the process: the start of the table, rows, the end, or a refusal. Each message is JSON,
 * prefixed by its length in bytes as a 32-bit big-endian number.
 */
export type Frame =
  | { kind: 'start'; start: TableStart }
  | { kind: 'rows'; rows: SentRow[] }
  | { kind: 'refusal'; refusal: Refusal }
  | { kind: 'end' };

/** The size of the length prefix, and the maximum size of a message, in bytes. */
export const [headBytes, maxFrameBytes] = [4, 4 * 1024 * 1024];
