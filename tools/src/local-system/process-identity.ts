import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Reads the fields of `stat` (proc(5)) after the program's name, which may contain spaces and ends at the last bracket.
 */
export function readStat(pid: number): { state: string; threads: number; startTime: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', threads = '', startTime = ''] = [fields[0], fields[17], fields[19]];
  return { state, threads: Number(threads), startTime };
}

function identifyByProc(pid: number): string | null {
  const { state, threads, startTime } = readStat(pid);
  // A zombie has ended, unless other threads still run and keep its ports.
  if ('ZX'.includes(state) && threads <= 1) return null;
  return `${startTime} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`;
}

function identifyByPs(pid: number): string | null {
  const args = ['-ww', '-o', 'lstart=,command=', '-p', String(pid)];
  return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null;
}

/**
 * Returns an identity that no other process with this id has: its start time and command line.
 *
 * @returns null when the process does not run
 */
export function identifyProcess(pid: number): string | null {
  try {
    return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
  } catch {
    return null;
  }
}

/** Returns whether an identified process still runs. An ending process has no command line. */
export function isRunning({ pid, identity }: { pid: number; identity: string }): boolean {
  const current = identifyProcess(pid);
  return current !== null && identity.startsWith(current);
}
