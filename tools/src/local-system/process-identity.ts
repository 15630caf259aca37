import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What proc(5)'s `stat` says after the program's name, which may hold blanks itself and ends at the last bracket. */
export function readStat(pid: number): { state: string; threads: number; startTime: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', threads = '', startTime = ''] = [fields[0], fields[17], fields[19]];
  return { state, threads: Number(threads), startTime };
}

function identifyByProc(pid: number): string | null {
  const { state, threads, startTime } = readStat(pid);
  // One that has ended and waits to be collected; while other threads of it end, it still holds its ports.
  if ('ZX'.includes(state) && threads <= 1) return null;
  return `${startTime} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`;
}

function identifyByPs(pid: number): string | null {
  const args = ['-ww', '-o', 'lstart=,command=', '-p', String(pid)];
  return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null;
}

/**
 * Tells one process from every other that had or will have its id: when it started, and its command line.
 *
 * @returns null when no such process runs
 */
export function identifyProcess(pid: number): string | null {
  try {
    return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
  } catch {
    return null;
  }
}

/** Whether the process that was identified earlier still runs; one that is ending has lost its command line already. */
export function isRunning({ pid, identity }: { pid: number; identity: string }): boolean {
  const current = identifyProcess(pid);
  return current !== null && identity.startsWith(current);
}
