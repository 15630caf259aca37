import mongoose, { type mongo } from 'mongoose';
import { leftOut } from './left-out.ts';
import type { BackupCollection } from './manifest.ts';
import type { NamedDatabase } from './open-databases.ts';
import { writeBackupFile } from './write-file.ts';

const { EJSON } = mongoose.mongo.BSON;

/** A session whose reads all see one cluster time, set by its first read. */
export type SnapshotSession = mongo.ClientSession & { snapshotTime?: mongo.Timestamp };

/** Documents of one answer. MongoDB's own limit of 16 MiB would cost several hundred megabytes of memory. */
const batchSize = 1000;

/** Size of a piece that is compressed at once, in bytes. */
const pieceBytes = 256 * 1024;

interface Counts {
  documents: number;
  documentBytes: number;
}

/** Joins documents to larger pieces and counts them. A document stays the bytes that MongoDB has sent. */
async function* inPieces(documents: AsyncIterable<unknown>, counts: Counts): AsyncGenerator<Buffer> {
  let piece: Uint8Array[] = [];
  let size = 0;
  for await (const document of documents as AsyncIterable<Uint8Array>) {
    counts.documents += 1;
    counts.documentBytes += document.length;
    piece.push(document);
    size += document.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(piece);
    [piece, size] = [[], 0];
  }
  yield Buffer.concat(piece);
}

async function* noDocuments(): AsyncGenerator<never> {
  // A collection without rows in the backup.
}

/** Serializes a value in MongoDB's extended JSON, which keeps every type. */
const canonical = (value: unknown): string => EJSON.stringify(value, { relaxed: false });

type Target = { directory: string; database: NamedDatabase; session: SnapshotSession };

async function dumpCollection(
  { directory, database: { name: databaseName, db }, session }: Target,
  { name, options }: mongo.CollectionInfo,
): Promise<BackupCollection> {
  const collection = db.collection(name);
  const indexes = await collection.listIndexes().toArray();
  const isLeftOut = Object.hasOwn(leftOut, name);
  const counts: Counts = { documents: 0, documentBytes: 0 };
  const documents = isLeftOut ? noDocuments() : collection.find({}, { session, raw: true, batchSize });
  const path = `${databaseName}/${name}.bson.gz`;
  const file = await writeBackupFile({ directory, path }, inPieces(documents, counts), true);
  return { name, options: canonical(options ?? {}), indexes: canonical(indexes), ...counts, isLeftOut, file };
}

/** Dumps the collections of a database one after another, as they were at the session's cluster time. */
export async function dumpDatabase(target: Target): Promise<BackupCollection[]> {
  const listed = await target.database.db
    .listCollections({ type: 'collection' }, { nameOnly: false })
    .toArray();
  const own = listed.filter(({ name }) => !name.startsWith('system.'));
  const dumped: BackupCollection[] = [];
  for (const info of own.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    dumped.push(await dumpCollection(target, info));
  return dumped;
}
