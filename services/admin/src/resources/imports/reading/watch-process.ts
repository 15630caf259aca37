import { readdir, readFile } from 'node:fs/promises';

/** Limits of a child process. */
export interface ProcessLimits {
  /** Its processor time, in milliseconds. */
  processorMs: number;
  /** Time that this process waits for it, without its time in the run queue, in milliseconds. */
  ownMs: number;
  /** Its resident memory, in bytes. */
  residentBytes: number;
}

const everyMs = 100;

/** The unit of processor time under Linux, in milliseconds (proc(5), sysconf(_SC_CLK_TCK)). */
const tickMs = 10;

/** Index of `utime` after the program name, which may contain any character. */
const userTicksAt = 11;

/** Reads a file of a process (proc(5)); empty when the operating system has no such file. */
const read = (pid: number, name: string): Promise<string> =>
  readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');

/** Reads the resource use of a process. */
async function readUse(pid: number) {
  const [stat, status] = await Promise.all([read(pid, 'stat'), read(pid, 'status')]);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[userTicksAt] ?? 0) + Number(fields[userTicksAt + 1] ?? 0);
  return {
    processorMs: ticks * tickMs,
    residentBytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024,
  };
}

/** Returns the longest time that a thread of a process was queued for a processor, in milliseconds. */
async function readQueuedMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = await Promise.all(threads.map((thread) => read(pid, `task/${thread}/schedstat`)));
  return Math.max(0, ...times.map((time) => Number(time.split(' ')[1] ?? 0))) / 1e6;
}

/**
 * Watches the resource use of a process.
 *
 * @param waitedMs the time that this process has waited for it so far, in milliseconds
 * @param onOver called once, when it exceeds its limits
 * @returns a function that ends the watch
 */
export function watchProcess(
  pid: number,
  limits: ProcessLimits,
  { waitedMs, onOver }: { waitedMs: () => number; onOver: () => void },
): () => void {
  // A busy machine does not count against the limit.
  const isLate = async (): Promise<boolean> =>
    waitedMs() > limits.ownMs && waitedMs() - (await readQueuedMs(pid)) > limits.ownMs;
  const checkUse = async (): Promise<void> => {
    const { processorMs, residentBytes } = await readUse(pid);
    const isOver = processorMs > limits.processorMs || residentBytes > limits.residentBytes;
    if (!isOver && !(await isLate())) return;
    stop();
    onOver();
  };
  const timer = setInterval(() => void checkUse(), everyMs);
  const stop = (): void => clearInterval(timer);
  return stop;
}
