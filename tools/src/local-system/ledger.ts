import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { z } from 'zod';
import { identifyProcess, isRunning } from './process-identity.ts';
import { killGroup, signalProcess } from './signal-process.ts';
import { StartFailure } from './start-failure.ts';

const Entry = z.object({
  name: z.string(),
  pid: z.int(),
  /** What makes this process itself and not a later one with its id. */
  identity: z.string(),
  startedAt: z.string(),
});
type Entry = z.infer<typeof Entry>;

/**
 * The processes that run for a data directory, on disk, the runner first: two systems on one directory would fight over
 * its databases, and a later run can end what a killed one left.
 */
export interface Ledger {
  add(name: string, pid: number): void;
  remove(pid: number): void;
  /** Gives the directory back; called when nothing runs any more. */
  close(): void;
}

const runner = 'script/server';

/**
 * Takes a data directory for this process.
 *
 * @throws StartFailure when another run has just taken it
 */
export function openLedger(file: string): Ledger {
  const entries = new Map<number, Entry>();
  const save = (flag = 'w'): void =>
    writeFileSync(file, `${JSON.stringify([...entries.values()], null, 2)}\n`, { flag });
  const put = (name: string, pid: number): void => {
    const identity = identifyProcess(pid);
    if (identity !== null) entries.set(pid, { name, pid, identity, startedAt: new Date().toISOString() });
  };
  put(runner, process.pid);
  try {
    save('wx');
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

/** The process that runs a system on a data directory now; null where none does. */
export function holderOf(file: string): number | null {
  return readEntries(file).find((entry) => entry.name === runner && isRunning(entry))?.pid ?? null;
}

const graceMs = 10_000;

async function endLeftover(entry: Entry): Promise<void> {
  // A process that was paused takes the signal only once it goes on.
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
 * Ends the processes that an earlier run of a data directory left when it was killed itself, and forgets them. Ids that
 * belong to other programs by now are left alone.
 *
 * @returns the names of those that were ended
 */
export async function endLeftovers(file: string): Promise<string[]> {
  const leftovers = readEntries(file).filter(isRunning);
  // The stores last: the programs that still write to them finish first.
  const isStore = ({ name }: Entry): boolean => name === 'mongod' || name === 'nats-server';
  await Promise.all(leftovers.filter((entry) => !isStore(entry)).map(endLeftover));
  await Promise.all(leftovers.filter(isStore).map(endLeftover));
  rmSync(file, { force: true });
  return leftovers.map(({ name }) => name);
}
