import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { z } from 'zod';
import { identifyProcess, isRunning } from './process-identity.ts';
import { killGroup, signalProcess } from './signal-process.ts';
import { StartFailure } from './start-failure.ts';
import { writePrivateJson } from './write-private-file.ts';

const Entry = z.object({
  name: z.string(),
  pid: z.int(),
  /** Distinguishes this process from a later one with the same id. */
  identity: z.string(),
  startedAt: z.string(),
});
type Entry = z.infer<typeof Entry>;

/**
 * List on disk of the processes of a data directory, the runner first. It prevents two systems on one directory, and
 * lets a later run end processes of a killed one.
 */
export interface Ledger {
  add(name: string, pid: number): void;
  remove(pid: number): void;
  /** Releases the directory. Call it after all processes have ended. */
  close(): void;
}

const runner = 'script/server';

/**
 * Claims a data directory for this process.
 *
 * @throws StartFailure when another run has just claimed it
 */
export function openLedger(file: string): Ledger {
  const entries = new Map<number, Entry>();
  const save = (): void => writePrivateJson(file, [...entries.values()]);
  const put = (name: string, pid: number): void => {
    const identity = identifyProcess(pid);
    if (identity !== null) entries.set(pid, { name, pid, identity, startedAt: new Date().toISOString() });
  };
  put(runner, process.pid);
  try {
    writeFileSync(file, JSON.stringify([...entries.values()]), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new StartFailure(
      `Another local system has just started in ${dirname(file)}. Stop it, or use another --data.`,
    );
  }
  return {
    add(name, pid) {
      put(name, pid);
      save();
    },
    remove(pid) {
      if (entries.delete(pid)) save();
    },
    close: () => rmSync(file, { force: true }),
  };
}

function readEntries(file: string): Entry[] {
  try {
    return z.array(Entry).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

/** Returns the process that runs a system on a data directory; null for none. */
export function holderOf(file: string): number | null {
  return readEntries(file).find((entry) => entry.name === runner && isRunning(entry))?.pid ?? null;
}

const graceMs = 10_000;

async function endLeftover(entry: Entry): Promise<void> {
  // A paused process handles the signal only after it continues.
  signalProcess(entry.pid, 'SIGTERM');
  signalProcess(entry.pid, 'SIGCONT');
  try {
    await waitUntil(() => !isRunning(entry), { what: `${entry.name} to end`, timeoutMs: graceMs });
  } catch {
    killGroup(entry.pid);
    await waitUntil(() => !isRunning(entry), { what: `${entry.name} to be killed` });
  }
}

/**
 * Ends processes that a killed run left on a data directory, and removes them from the list. Skips ids that now belong
 * to other programs.
 *
 * @returns the names of the ended processes
 */
export async function endLeftovers(file: string): Promise<string[]> {
  const leftovers = readEntries(file).filter(isRunning);
  // Stores end last, so that programs can finish their writes.
  const isStore = ({ name }: Entry): boolean => name === 'mongod' || name === 'nats-server';
  await Promise.all(leftovers.filter((entry) => !isStore(entry)).map(endLeftover));
  await Promise.all(leftovers.filter(isStore).map(endLeftover));
  rmSync(file, { force: true });
  return leftovers.map(({ name }) => name);
}
