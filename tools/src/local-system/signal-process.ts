/**
 * Sends a signal to a process, or with a negative id to the group it leads.
 *
 * @returns false when there is none any more
 */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Ends a process and all that it started, at once. */
export function killGroup(pid: number): void {
  signalProcess(-pid, 'SIGKILL');
}
