import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { StoredFile } from './manifest.ts';

/** Passes bytes on, and computes their size and SHA-256. */
function measure(file: StoredFile) {
  const hash = createHash('sha256');
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk);
      file.bytes += chunk.length;
      yield chunk;
    }
    file.sha256 = hash.digest('hex');
  };
}

/**
 * Writes a new file of a backup, readable only by its owner, and returns after it is on the disk.
 *
 * @param isCompressed whether the content is compressed by gzip
 * @throws a system error, also when the file exists
 */
export async function writeBackupFile(
  { directory, path }: { directory: string; path: string },
  content: AsyncIterable<Buffer>,
  isCompressed: boolean,
): Promise<StoredFile> {
  const target = join(directory, path);
  const file: StoredFile = { path, bytes: 0, sha256: '' };
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  const measured = measure(file);
  if (isCompressed) await pipeline(content, createGzip({ level: 1 }), measured, output);
  else await pipeline(content, measured, output);
  return file;
}
