import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { conflict } from '@pas/platform/errors/raise';
import mongoose from 'mongoose';
import type { BackupCollection } from './manifest.ts';

const { BSONError, deserialize, serialize } = mongoose.mongo.BSON;

/** MongoDB's limits of a document, in bytes: an empty one, and 16 MiB with fields of the store. */
const [minDocument, maxDocument] = [5, 16 * 1024 * 1024 + 16 * 1024];

const damaged = (path: string): Error =>
  conflict('backup_damaged', `${path} is damaged: it is not a row of BSON documents. Use another backup.`);

/**
 * Reads the documents of a file one after another, in pieces of the file.
 *
 * @throws conflict when the bytes are not documents
 */
export async function* readDocuments(directory: string, { file: { path } }: BackupCollection) {
  let rest: Buffer = Buffer.alloc(0);
  const input = createReadStream(join(directory, path));
  const plain = input.pipe(createGunzip());
  input.on('error', (error) => plain.destroy(error));
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (bytes.length - at >= 4) {
      const length = bytes.readInt32LE(at);
      if (length < minDocument || length > maxDocument) throw damaged(path);
      if (bytes.length - at < length) break;
      yield bytes.subarray(at, at + length);
      at += length;
    }
    rest = bytes.subarray(at);
  }
  if (rest.length > 0) throw damaged(path);
}

/** Types stay those of the stored row: numbers, binary values and regular expressions are not converted. */
const exact = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

function decode(bytes: Buffer, path: string): object {
  try {
    return deserialize(bytes, exact);
  } catch (error) {
    if (error instanceof BSONError) throw damaged(path);
    throw error;
  }
}

/**
 * Reads a document in a form that is written back byte for byte.
 *
 * @throws conflict for bytes that are not a document, and for one that would change, such as one with two equal keys
 */
export function decodeExactly(bytes: Buffer, path: string): object {
  const document = decode(bytes, path);
  if (Buffer.compare(serialize(document, { ignoreUndefined: false }), bytes) === 0) return document;
  throw conflict(
    'document_not_restorable',
    `${path} has a document that the driver cannot write unchanged. Correct the document in the database, and make a new backup.`,
  );
}
