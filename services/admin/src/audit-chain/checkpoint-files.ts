import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Where signed checkpoints are kept, outside the database: a file for each tenant and environment, a line for each. */
export interface CheckpointFiles {
  /** Adds a checkpoint; returns once it is on the disk. */
  append(tenantId: string, jws: string): Promise<void>;
  /** Reads a tenant's checkpoints in the order in which they were written; null for a line that is none. */
  read(tenantId: string): AsyncIterable<string | null>;
}

const Line = z.object({ jws: z.string() });

function parseLine(line: string): string | null {
  try {
    return Line.parse(JSON.parse(line)).jws;
  } catch {
    return null;
  }
}

/** A new file is there after a loss of power only when its directory was synchronized, too. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** A line that a crash has cut short must not take the next one along. */
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

/** Opens the checkpoints of an environment below a directory: `<directory>/<environment>/<tenant>.ndjson`. */
export function openCheckpointFiles(directory: string, environment: string): CheckpointFiles {
  const pathOf = (tenantId: string): string => {
    if (!/^\w+$/.test(tenantId)) throw new Error('This is not the id of a tenant.');
    return join(directory, environment, `${tenantId}.ndjson`);
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
    async *read(tenantId) {
      const input = createReadStream(pathOf(tenantId));
      try {
        for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
          if (line !== '') yield parseLine(line);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      } finally {
        input.destroy();
      }
    },
  };
}
