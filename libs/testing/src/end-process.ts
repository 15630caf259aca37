import { waitUntil } from './wait-until.ts';

const ownedPids = new Set<number>();
let isWatchingExit = false;

/**
 * Ends a process by its id and waits for its end: with SIGTERM first, with SIGKILL after the grace period.
 *
 * It need not be a child of this process. A process that has already ended is not an error.
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
 * Kills a process when this one exits, so that a crashed test run leaves no server behind. A process that did not start
 * has no id.
 *
 * @returns a function that removes the process from the list; call it after its end, when another may get its id
 */
export function killOnExit({ pid }: { pid?: number | undefined }): () => void {
  if (pid === undefined) return () => undefined;
  ownedPids.add(pid);
  if (!isWatchingExit) {
    isWatchingExit = true;
    process.on('exit', () => ownedPids.forEach((owned) => signal(owned, 'SIGKILL')));
  }
  return () => ownedPids.delete(pid);
}

/** Sends a signal and returns whether the process exists. Signal 0 only checks. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
