import { Readable } from 'node:stream';
import { hostileWorkbooks } from '@pas/testing/hostile/hostile-workbooks';
import { withTimeLeft } from '@pas/platform/deadline/deadline';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { readerLimits } from '../src/resources/imports/reading/reader-process.ts';
import { createTableReader } from '../src/resources/imports/reading/table-reader.ts';

const upload = (bytes: Uint8Array, signal = new AbortController().signal) => ({
  tenantId: 'ten_1',
  signal,
  format: 'file' as const,
  charset: null,
  bytes: Readable.from([Buffer.from(bytes)]) as AsyncIterable<Buffer>,
});

/** A workbook that takes about two seconds and 150 MiB. */
const expensive = hostileWorkbooks['three million shared texts']?.() ?? new Uint8Array();

const rows = (count: number): Uint8Array =>
  Buffer.from(
    `unit,email\n${Array.from({ length: count }, (_, at) => `${at},a${at}@example.test\n`).join('')}`,
  );

/** Returns the number of rows of a table, read by a process with limits. */
async function countRows(
  bytes: Uint8Array,
  limits: Partial<typeof readerLimits>,
  pause?: () => Promise<unknown>,
) {
  const reader = createTableReader({ maxRows: 100_000, limits: { ...readerLimits, ...limits } });
  return reader.read(upload(bytes), async (table) => {
    let count = 0;
    for await (const _ of table.rows) {
      if (count === 0) await pause?.();
      count += 1;
    }
    return count;
  });
}

/** Returns the number of processes that this one runs while a reader reads rows of JSON. */
async function countProcesses(count: number): Promise<number> {
  const reader = createTableReader({ maxRows: 100_000 });
  const people = Array.from({ length: count }, (_, at) => ({ unit: `${at}`, email: `a${at}@example.test` }));
  const body = Buffer.from(JSON.stringify({ rows: people }));
  const running = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
  const before = running();
  return reader.read({ ...upload(body), format: 'json' }, async () => running() - before);
}

const tooComplex = { kind: 'invalid', code: 'file_too_complex' };

describe('the table-reading process', () => {
  test.each([
    ['processor time', { processorMs: 500 }],
    ['memory', { residentBytes: 80 * 1024 * 1024 }],
    ['time of its own', { ownMs: 500 }],
  ])('is ended above the limit of %s', async (_what, limits) => {
    await expect(countRows(expensive, limits)).rejects.toMatchObject(tooComplex);
  });

  test('is ended with the time of its request, and the file may be sent again immediately', async () => {
    const reader = createTableReader({ maxRows: 100_000 });
    const late = withTimeLeft(500, () => reader.read(upload(expensive), async () => 'read'));
    await expect(late).rejects.toMatchObject({ kind: 'unavailable', code: 'overloaded' });
    expect(await reader.read(upload(rows(3)), async () => 'read')).toBe('read');
  });

  test('is ended when its client disconnects', async () => {
    const client = new AbortController();
    const reader = createTableReader({ maxRows: 100_000 });
    const abandoned = reader.read(upload(rows(50_000), client.signal), async ({ rows: sent }) => {
      client.abort();
      for await (const _ of sent);
    });
    await expect(abandoned).rejects.toMatchObject({ code: 'overloaded' });
  });

  test('is not charged for the time of its consumer', async () => {
    const since = performance.now();
    const pause = () => waitUntil(() => performance.now() - since > 6000, { what: 'six seconds' });
    expect(await countRows(rows(20_000), { ownMs: 5000 }, pause)).toBe(20_000);
  });

  test('reads JSON above 64 KiB; smaller JSON needs no process', async () => {
    expect([await countProcesses(1000), await countProcesses(2500)]).toEqual([0, 1]);
  });

  test('ends with its reader in every case', async () => {
    const reader = createTableReader({ maxRows: 100_000 });
    const failing = reader.read(upload(rows(50_000)), async () => Promise.reject(new Error('full')));
    await expect(failing).rejects.toThrow('full');
    expect(await countRows(rows(3), {})).toBe(3);
  });
});
