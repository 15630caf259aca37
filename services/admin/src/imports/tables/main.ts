import { createReadStream } from 'node:fs';
import { Fault } from '@pas/platform/errors/fault';
import type { ReaderTask } from './frames.ts';
import { openTable } from './open-table.ts';
import { collect, readFile } from './read-file.ts';
import { writeFrame, writeRows } from './write-frames.ts';

// Runs in a process of its own: a file that takes all of its memory or time ends nothing else.

const standardInput = 0;
const { argv, stdout } = process;

async function readRecords({ format, charset, maxRows }: ReaderTask) {
  const bytes = createReadStream('', { fd: standardInput }) as AsyncIterable<Buffer>;
  if (format === 'file') return { records: readFile({ bytes, charset, maxRows }) };
  // Its schema takes longer to load than most tables to read.
  const { readJson } = await import('./read-json.ts');
  return readJson(await collect(bytes));
}

async function readTable(task: ReaderTask): Promise<void> {
  const { records, ...fields } = await readRecords(task);
  const { rows, ...columns } = await openTable(records, task.maxRows);
  await writeFrame(stdout, { kind: 'start', start: { ...columns, ...fields } });
  await writeRows(stdout, rows);
  await writeFrame(stdout, { kind: 'end' });
}

try {
  await readTable(JSON.parse(argv[2] ?? '') as ReaderTask);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  const { kind, code, message, details } = error;
  await writeFrame(stdout, {
    kind: 'refusal',
    refusal: { kind, code, message, ...(details.errors && { errors: details.errors }) },
  });
}
