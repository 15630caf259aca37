/**
 * Sends a signal to a process, or with a negative id to its group.
 *
 * @returns false when the process no longer exists
 */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Kills a process and its group immediately. */
export function killGroup(pid: number): void {
  signalProcess(-pid, 'SIGKILL');
}
