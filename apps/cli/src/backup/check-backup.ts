import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { conflict } from '@pas/platform/errors/raise';
import { readManifest, type BackupCollection, type Manifest, type StoredFile } from './manifest.ts';
import { decodeExactly, readDocuments } from './read-documents.ts';

const differs = (path: string): Error =>
  conflict('backup_damaged', `${path} is missing or differs from the manifest. Use another backup.`);

/** @throws conflict for a file with another size or hash than the manifest has */
async function checkFile(directory: string, { path, bytes, sha256 }: StoredFile): Promise<void> {
  const size = await stat(join(directory, path)).then(
    (found) => found.size,
    () => -1,
  );
  if (size !== bytes) throw differs(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(directory, path)), hash);
  if (hash.digest('hex') !== sha256) throw differs(path);
}

/** @throws conflict for other documents than the manifest counts, and for one that cannot be restored unchanged */
async function checkDocuments(directory: string, collection: BackupCollection): Promise<void> {
  const { documents, documentBytes, file } = collection;
  let [count, size] = [0, 0];
  for await (const bytes of readDocuments(directory, collection)) {
    decodeExactly(bytes, file.path);
    count += 1;
    size += bytes.length;
  }
  if (count !== documents || size !== documentBytes) throw differs(file.path);
}

/**
 * Checks a backup without a database: every hash first, then every document.
 *
 * @throws conflict for an incomplete or damaged backup
 */
export async function checkBackup(directory: string): Promise<Manifest> {
  const manifest = await readManifest(directory);
  const collections = manifest.databases.flatMap((database) => database.collections);
  for (const file of [...manifest.auditFiles, ...collections.map((collection) => collection.file)])
    await checkFile(directory, file);
  for (const collection of collections) await checkDocuments(directory, collection);
  return manifest;
}
