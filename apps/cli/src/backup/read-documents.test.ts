import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import mongoose from 'mongoose';
import { afterAll, expect, test } from 'vitest';
import type { BackupCollection } from './manifest.ts';
import { decodeExactly, readDocuments } from './read-documents.ts';

const { serialize } = mongoose.mongo.BSON;

const directory = await mkdtemp(join(tmpdir(), 'documents-'));
afterAll(() => rm(directory, { recursive: true }));

async function read(bytes: Uint8Array): Promise<object[]> {
  await writeFile(join(directory, 'rows'), gzipSync(bytes));
  const found: object[] = [];
  for await (const each of readDocuments(directory, { file: { path: 'rows' } } as BackupCollection))
    found.push(decodeExactly(each, 'rows'));
  return found;
}

const length = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(value);
  return bytes;
};
const whole = serialize({ _id: 'unt_1', text: 'x'.repeat(100) });

test('documents of several pieces of the file are read in order', async () => {
  const rows = Array.from({ length: 3000 }, (_, at) => ({ _id: `unt_${at}`, text: 'x'.repeat(100) }));
  expect(await read(Buffer.concat(rows.map((row) => serialize(row))))).toEqual(rows);
});

test.each([
  ['a length of 0', length(0)],
  ['a negative length', length(-1)],
  ['a length of 2 GB', length(2 ** 31 - 1)],
  ['a cut document', whole.subarray(0, -1)],
  ['a document and a rest', Buffer.concat([whole, Buffer.from([1])])],
  ['a document of another type than its bytes', Buffer.from([8, 0, 0, 0, 0x55, 0x61, 0, 0])],
])('%s is refused as damaged', async (_kind, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({ code: 'backup_damaged' });
});

test('a document that JavaScript would write in another order is refused', async () => {
  const twice = Buffer.from([19, 0, 0, 0, 0x10, 0x32, 0, 1, 0, 0, 0, 0x10, 0x31, 0, 1, 0, 0, 0, 0]);
  await expect(read(twice)).rejects.toMatchObject({ code: 'document_not_restorable' });
});
