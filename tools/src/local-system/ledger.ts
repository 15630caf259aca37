import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { waitUntil } from '@pas/testing/wait-until';
import { z } from 'zod';
import { identifyProcess, isRunning } from './process-identity.ts';
import { killGroup, signalProcess } from './signal-process.ts';

const Entry = z.object({
  name: z.string(),
  pid: z.int(),
  /** What makes this process itself and not a later one with its id. */
  identity: z.string(),
  startedAt: z.string(),
});
type Entry = z.infer<typeof Entry>;

/** The processes that run for a data directory, on disk, so that a later run can end what a killed one left. */
export interface Ledger {
  add(name: string, pid: number): void;
  remove(pid: number): void;
  /** Forgets all; called when nothing runs any more. */
  close(): void;
}

/** Opens the ledger of a data directory, empty. */
export function openLedger(file: string): Ledger {
  const entries = new Map<number, Entry>();
  const save = (): void => writeFileSync(file, `${JSON.stringify([...entries.values()], null, 2)}\n`);
  save();
  return {
    add(name, pid) {
      const identity = identifyProcess(pid);
      if (identity === null) return;
      entries.set(pid, { name, pid, identity, startedAt: new Date().toISOString() });
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
 * Ends the processes that an earlier run of a data directory left when it was killed itself. Ids that belong to other
 * programs by now are left alone.
 *
 * @returns the names of those that were ended
 */
export async function endLeftovers(file: string): Promise<string[]> {
  const leftovers = readEntries(file).filter(isRunning);
  // The stores last: whoever still writes to them finishes first.
  const isStore = ({ name }: Entry): boolean => name === 'mongod' || name === 'nats-server';
  await Promise.all(leftovers.filter((entry) => !isStore(entry)).map(endLeftover));
  await Promise.all(leftovers.filter(isStore).map(endLeftover));
  return leftovers.map(({ name }) => name);
}
