import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The 22nd field of proc(5)'s `stat`; the second, the program's name, may hold blanks and ends at the last bracket. */
function startTimeOf(stat: string): string {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function identifyByProc(pid: number): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return command && `${startTimeOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))} ${command}`;
}

function identifyByPs(pid: number): string {
  const args = ['-ww', '-o', 'lstart=,command=', '-p', String(pid)];
  return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/**
 * Tells one process from every other that had or will have its id: when it started, and its command line.
 *
 * @returns null when no such process runs, or it has ended and only waits to be collected
 */
export function identifyProcess(pid: number): string | null {
  try {
    return (process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid)) || null;
  } catch {
    return null;
  }
}

/** Whether the process that was identified earlier still runs. */
export function isRunning({ pid, identity }: { pid: number; identity: string }): boolean {
  return identifyProcess(pid) === identity;
}
