import { readdirSync, readFileSync } from 'node:fs';

/** proc(5) counts in USER_HZ, which is 100 a second on every Linux that Node runs on. */
const microsecondsPerTick = 10_000;

/**
 * Returns the processor time of a process so far, user and kernel mode, over all threads. In microseconds,
 * with a resolution of 10,000.
 */
export function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name may contain spaces and ends at the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

/** Returns the resident set of a process, in mebibytes. */
export function residentMebibytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return Math.round(kibibytes / 102.4) / 10;
}

/**
 * The same to the nanosecond, from the scheduler's accounts of the current threads, for nearly idle
 * processes. The time of an ended thread is lost.
 */
export function threadMicroseconds(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((total, each) => total + each, 0) / 1000;
}
