import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { identifyProcess, isRunning } from './process-identity.ts';
import { StartFailure } from './start-failure.ts';

const Holder = z.object({ pid: z.int(), identity: z.string() });

function readHolder(file: string): z.infer<typeof Holder> | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function tryToWrite(file: string): boolean {
  const holder = { pid: process.pid, identity: identifyProcess(process.pid) };
  try {
    writeFileSync(file, `${JSON.stringify(holder)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that holds a data directory still runs. */
export function isLockHeld(file: string): boolean {
  const holder = readHolder(file);
  return holder !== null && isRunning(holder);
}

/**
 * Takes a data directory for this process: two systems on one directory would fight over its databases. A lock whose
 * holder was killed is taken over.
 *
 * @returns a function that gives it back
 * @throws StartFailure when another running system holds it
 */
export function lockDataDirectory(dataDir: string, file: string): () => void {
  const release = (): void => rmSync(file, { force: true });
  if (tryToWrite(file)) return release;
  if (isLockHeld(file)) {
    throw new StartFailure(
      `A local system runs on ${dataDir} already (process ${readHolder(file)?.pid}).\n` +
        'Stop it with Ctrl-C, or run a second one beside it: script/server --data OTHER_DIR --port OTHER_PORT',
    );
  }
  release();
  if (tryToWrite(file)) return release;
  throw new StartFailure(`Another local system has just started on ${dataDir}.`);
}
