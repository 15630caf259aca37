import { readdirSync, readFileSync } from 'node:fs';

/** proc(5) counts in USER_HZ, which is 100 a second on every Linux that Node runs on. */
const microsecondsPerTick = 10_000;

/**
 * The processor time that a process has used so far, in user and in kernel mode, over all its threads; in microseconds,
 * to ten thousand.
 */
export function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name may hold blanks and ends at the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

/** The memory that a process has in use now (resident set), in mebibytes. */
export function residentMebibytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return Math.round(kibibytes / 102.4) / 10;
}

/**
 * The same to the nanosecond, for processes that do next to nothing: what the threads that run now have used so far, by
 * the scheduler's own account. A thread that ends takes its share with it.
 */
export function threadMicroseconds(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((total, each) => total + each, 0) / 1000;
}
