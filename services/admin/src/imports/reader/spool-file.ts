import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps the bytes of an upload in a file until they are read, so that a slow upload holds up nobody. The file has no name:
 * it is gone when it is closed, and when the process ends.
 *
 * @returns the file, at its first byte
 */
export async function spoolFile(bytes: AsyncIterable<Buffer>): Promise<FileHandle> {
  const path = join(tmpdir(), `upload-${crypto.randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    let position = 0;
    for await (const chunk of bytes) {
      // A write at a position leaves the file at its first byte.
      await file.write(chunk, 0, chunk.length, position);
      position += chunk.length;
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
