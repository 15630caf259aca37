import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/**
 * Storage of signed checkpoints outside the database: a file for each tenant and environment, a line for each
 * checkpoint.
 */
export interface CheckpointFiles {
  /** Appends a checkpoint, and returns after it is on the disk. */
  append(tenantId: string, jws: string): Promise<void>;
  /**
   * Reads a tenant's checkpoints in the order of writing; null for an invalid line.
   *
   * @param bytes reads only the first bytes of the file
   */
  read(tenantId: string, bytes?: number): AsyncIterable<string | null>;
  /** Size of a tenant's file, in bytes; 0 without a file. */
  size(tenantId: string): Promise<number>;
  /** Lists the tenants that have a file, in ascending order. */
  tenants(): Promise<string[]>;
}

const Line = z.object({ jws: z.string() });

function parseLine(line: string): string | null {
  try {
    return Line.parse(JSON.parse(line)).jws;
  } catch {
    return null;
  }
}

/** Synchronises a directory, without which a new file may be missing after a power failure. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Returns a line break after a line that a crash has cut short, so that the next line stays readable. */
async function lineBreakBefore(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: Math.max(0, size - 1) });
    return size > 0 && buffer.toString() !== '\n' ? '\n' : '';
  } finally {
    await file.close();
  }
}

const extension = '.ndjson';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Reads a file of checkpoints; null for an invalid line.
 *
 * @param bytes the length of the part to read; by default the whole file
 * @throws a system error when it cannot be read
 */
export async function* readCheckpointFile(
  path: string,
  bytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<string | null> {
  if (bytes === 0) return;
  const input = createReadStream(path, { end: bytes - 1 });
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line !== '') yield parseLine(line);
  } finally {
    input.destroy();
  }
}

/** Opens the checkpoints of an environment below a directory: `<directory>/<environment>/<tenant>.ndjson`. */
export function openCheckpointFiles(directory: string, environment: string): CheckpointFiles {
  const pathOf = (tenantId: string): string => {
    if (!/^\w+$/.test(tenantId)) throw new Error('This is not the id of a tenant.');
    return join(directory, environment, `${tenantId}${extension}`);
  };
  return {
    async append(tenantId, jws) {
      const path = pathOf(tenantId);
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'a', 0o640);
      try {
        const isNew = (await file.stat()).size === 0;
        await file.appendFile(`${await lineBreakBefore(path)}${JSON.stringify({ jws })}\n`);
        await file.sync();
        if (isNew) await syncDirectory(dirname(path));
      } finally {
        await file.close();
      }
    },
    async *read(tenantId, bytes) {
      try {
        yield* readCheckpointFile(pathOf(tenantId), bytes);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async size(tenantId) {
      try {
        return (await stat(pathOf(tenantId))).size;
      } catch (error) {
        if (isMissing(error)) return 0;
        throw error;
      }
    },
    async tenants() {
      const names = await readdir(join(directory, environment)).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return names
        .filter((name) => name.endsWith(extension))
        .map((name) => name.slice(0, -extension.length))
        .toSorted();
    },
  };
}
