import { conflict } from '@pas/platform/errors/raise';
import mongoose, { type mongo } from 'mongoose';
import type { BackupCollection } from './manifest.ts';
import { decodeExactly, readDocuments } from './read-documents.ts';

const { EJSON } = mongoose.mongo.BSON;

/** A batch ends at this number of documents or bytes. */
const [maxDocuments, maxBytes] = [1000, 8 * 1024 * 1024];

/** Groups documents into batches. */
async function* inBatches(directory: string, collection: BackupCollection): AsyncGenerator<object[]> {
  let batch: object[] = [];
  let size = 0;
  for await (const bytes of readDocuments(directory, collection)) {
    batch.push(decodeExactly(bytes, collection.file.path));
    size += bytes.length;
    if (batch.length < maxDocuments && size < maxBytes) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Parses a value in extended JSON. Relaxed parsing is exact, because options and indexes have only small numbers. */
const parse = (text: string): unknown => EJSON.parse(text, { relaxed: true });

/**
 * Restores a collection: options with the validator, rows, then indexes. Rows that break a newer rule are restored too.
 *
 * @throws conflict when the row count differs from the backup
 */
export async function loadCollection(
  db: mongo.Db,
  directory: string,
  stored: BackupCollection,
): Promise<void> {
  const { name, documents } = stored;
  const collection = await db.createCollection(name, parse(stored.options) as mongo.CreateCollectionOptions);
  for await (const batch of inBatches(directory, stored))
    await collection.insertMany(batch, { bypassDocumentValidation: true });
  // The count precedes the indexes, because a TTL index removes expired rows immediately.
  const count = await collection.countDocuments({}, { hint: '_id_' });
  if (count !== documents)
    throw conflict('restore_incomplete', `${name} has ${count} rows instead of ${documents}. Restore again.`);
  const indexes = (parse(stored.indexes) as mongo.IndexDescriptionInfo[]).filter(
    (index) => index.name !== '_id_',
  );
  const described = indexes.map(({ v: _version, ...index }) => index as mongo.IndexDescription);
  if (described.length > 0) await collection.createIndexes(described);
}
