import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Buffers an upload in a file, so that a slow upload blocks no reader. The file is unlinked: it disappears when
 * it is closed or the process ends.
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
      // A positional write leaves the file offset at the first byte.
      await file.write(chunk, 0, chunk.length, position);
      position += chunk.length;
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
