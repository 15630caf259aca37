import { waitUntil } from './wait-until.ts';

const ownedPids = new Set<number>();
let isWatchingExit = false;

/**
 * Ends a process by its id and waits until it is gone: politely first, by force after the grace period.
 *
 * It need not be a child of this process. One that is gone already is no error.
 */
export async function endProcess(pid: number, graceMs = 10_000): Promise<void> {
  if (!signal(pid, 'SIGTERM')) return;
  const isGone = (): boolean => !signal(pid, 0);
  try {
    await waitUntil(isGone, { what: `process ${pid} to end`, timeoutMs: graceMs });
  } catch {
    signal(pid, 'SIGKILL');
    await waitUntil(isGone, { what: `process ${pid} to be killed` });
  }
}

/**
 * Has a process killed when this one exits, so that a crashed test run leaves no server behind.
 *
 * @returns a function that takes the process off the list, for when it has ended and its id may be another's
 */
export function killOnExit(pid: number): () => void {
  ownedPids.add(pid);
  if (!isWatchingExit) {
    isWatchingExit = true;
    process.on('exit', () => ownedPids.forEach((owned) => signal(owned, 'SIGKILL')));
  }
  return () => ownedPids.delete(pid);
}

/** Tells whether the process was there to receive the signal; signal 0 only asks. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
