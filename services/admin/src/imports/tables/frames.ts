import type { Fault } from '@pas/platform/errors/fault';
import type { SentRow } from '../resolved-row.ts';
import type { NamedColumns } from './recognize-columns.ts';

/** The task of a process that reads one table from its standard input. */
export interface ReaderTask {
  format: 'file' | 'json';
  /** The character set of a text, where the client has named it. */
  charset: string | null;
  /** The most rows of the table. */
  maxRows: number;
}

/** The beginning of a table. */
export interface TableStart extends NamedColumns {
  /** The fields beside the rows in JSON; undefined for a file. */
  fields?: unknown;
}

/** A refusal, as it passes from one process to another. */
export type Refusal = Pick<Fault, 'kind' | 'code' | 'message'> & Pick<Fault['details'], 'errors'>;

/**
 * A message of the process: the start of the table, then its rows in batches, then the end; or a refusal alone. Each
 * is JSON behind its length in bytes, a 32-bit number in big-endian order.
 */
export type Frame =
  | { kind: 'start'; start: TableStart }
  | { kind: 'rows'; rows: SentRow[] }
  | { kind: 'refusal'; refusal: Refusal }
  | { kind: 'end' };

/** The length of the number before each message, and the longest message, in bytes. */
export const [headBytes, maxFrameBytes] = [4, 4 * 1024 * 1024];
