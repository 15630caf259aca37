import { readFile } from 'node:fs/promises';

/** Limits of a child process. */
export interface ProcessLimits {
  /** Its processor time, in milliseconds. */
  processorMs: number;
  /** Time that this process waits for it, without the time queued for a processor, in milliseconds. */
  ownMs: number;
  /** Its resident memory, in bytes. */
  residentBytes: number;
}

const everyMs = 100;

/** The unit of processor time under Linux, in milliseconds (proc(5), sysconf(_SC_CLK_TCK)). */
const tickMs = 10;

/** Index of `utime` after the program name, which may contain any character. */
const userTicksAt = 11;

/** Reads the resource use of a process; nothing when the operating system has no such file. */
async function readUse(pid: number) {
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [stat, status, schedule] = await Promise.all([read('stat'), read('status'), read('schedstat')]);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[userTicksAt] ?? 0) + Number(fields[userTicksAt + 1] ?? 0);
  const [, queuedNs = 0] = schedule.split(' ').map(Number);
  return {
    processorMs: ticks * tickMs,
    residentBytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024,
    // Exclude time in the run queue: a busy machine does not count against the limit.
    queuedMs: queuedNs / 1e6,
  };
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
  const look = async (): Promise<void> => {
    const use = await readUse(pid);
    const isOver =
      use.processorMs > limits.processorMs ||
      use.residentBytes > limits.residentBytes ||
      waitedMs() - use.queuedMs > limits.ownMs;
    if (!isOver) return;
    stop();
    onOver();
  };
  const timer = setInterval(() => void look(), everyMs);
  const stop = (): void => clearInterval(timer);
  return stop;
}
