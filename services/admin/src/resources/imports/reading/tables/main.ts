import { createReadStream } from 'node:fs';
import { Fault } from '@pas/platform/errors/fault';
import type { ReaderTask } from './frames.ts';
import { openTable } from './open-table.ts';
import { collect, readFile } from './read-file.ts';
import { encodeFrame, encodeRows, writeFrames } from './write-frames.ts';

// Runs in a separate process: a file that exhausts its memory or time ends nothing else.

const standardInput = 0;
const { argv, stdout } = process;

async function readRecords({ format, charset, maxRows }: ReaderTask) {
  const bytes = createReadStream('', { fd: standardInput }) as AsyncIterable<Buffer>;
  if (format === 'file') return readFile({ bytes, charset, maxRows });
  // Loaded lazily: loading the schema takes longer than reading most tables.
  const { readJson } = await import('./read-json.ts');
  return readJson(await collect(bytes));
}

/** Reads the whole table before its first row is sent, so that no part of a refused table is stored. */
async function readTable(task: ReaderTask): Promise<Buffer[]> {
  const { records, ...fields } = await readRecords(task);
  const { rows, dateOrders, ...columns } = await openTable(records, task.maxRows);
  const frames = await encodeRows(rows);
  const start = { ...columns, ...fields, dateOrders: dateOrders() };
  return [encodeFrame({ kind: 'start', start }), ...frames, encodeFrame({ kind: 'end' })];
}

function encodeRefusal(error: unknown): Buffer[] {
  if (!(error instanceof Fault)) throw error;
  const { kind, code, message, details } = error;
  const refusal = { kind, code, message, ...(details.errors && { errors: details.errors }) };
  return [encodeFrame({ kind: 'refusal', refusal })];
}

const task = JSON.parse(argv[2] ?? '') as ReaderTask;
await writeFrames(stdout, await readTable(task).catch(encodeRefusal));
