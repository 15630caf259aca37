import { readFile } from 'node:fs/promises';

/** The limits of a process that works for this one. */
export interface ProcessLimits {
  /** Its processor time, in milliseconds. */
  processorMs: number;
  /** The time that this process waits for it, without its own waits for a processor, in milliseconds. */
  ownMs: number;
  /** Its resident memory, in bytes. */
  residentBytes: number;
}

const everyMs = 100;

/** The unit of processor time under Linux, in milliseconds (proc(5), sysconf(_SC_CLK_TCK)). */
const tickMs = 10;

/** The place of `utime` behind the name of the program, which may hold anything. */
const userTicksAt = 11;

/** The use that a process has made of the machine; nothing where the system has no such file. */
async function readUse(pid: number) {
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [stat, status, schedule] = await Promise.all([read('stat'), read('status'), read('schedstat')]);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[userTicksAt] ?? 0) + Number(fields[userTicksAt + 1] ?? 0);
  const [, queuedNs = 0] = schedule.split(' ').map(Number);
  return {
    processorMs: ticks * tickMs,
    residentBytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024,
    // It was ready to run, and others ran: a busy machine makes no work longer.
    queuedMs: queuedNs / 1e6,
  };
}

/**
 * Watches what a process takes.
 *
 * @param waitedMs the time that this process has waited for it so far, in milliseconds
 * @param onOver called once, when it takes more than its limits
 * @returns ends the watch
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
