import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { Fault } from '@pas/platform/errors/fault';
import type { Frame, ReaderTask } from '../tables/frames.ts';
import { tooComplex } from '../tables/refusals.ts';
import { readFrames } from './read-frames.ts';
import { watchProcess, type ProcessLimits } from './watch-process.ts';

/** The limits of the reading of one table. */
export const readerLimits: ProcessLimits = {
  processorMs: 10_000,
  ownMs: 15_000,
  residentBytes: 384 * 1024 * 1024,
};

/** The heap is smaller than the resident memory may be: buffers are outside of it. */
const nodeOptions = ['--max-old-space-size=256', '--max-semi-space-size=8'];

/** Behind the requests of this process and its stores (nice(1)). */
const priority = 10;

const program = join(import.meta.dirname, '../tables/main.ts');

/** The characters that are kept of an error of the program. */
const maxErrorText = 2000;

/** A process that reads one table. */
export interface ReaderProcess {
  /**
   * The next message.
   *
   * @throws the refusal of the table; file_too_complex where a limit has ended the process
   */
  next(): Promise<Exclude<Frame, { kind: 'refusal' }>>;
  /** Ends the process, whatever it does. */
  end(): Promise<void>;
  /** Whether a limit has ended the process. */
  readonly hasHitLimit: boolean;
}

function startProgram(file: number, task: ReaderTask): ChildProcess {
  // A folder of it for this version of Node.
  const cacheDir = getCompileCacheDir();
  return fork(program, [JSON.stringify(task)], {
    execArgv: nodeOptions,
    // No secret of this process is there.
    env: cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cacheDir) },
    stdio: [file, 'pipe', 'pipe', 'ipc'],
  });
}

/** Has the system prefer this process, for time and for memory. */
async function subordinate(pid: number): Promise<void> {
  try {
    setPriority(pid, priority);
    await writeFile(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has ended, or the system has no such file.
  }
}

/** Adds up the times of waits. */
function createWaitClock() {
  let [total, since]: [number, number | null] = [0, null];
  const totalMs = (): number => total + (since === null ? 0 : performance.now() - since);
  return {
    totalMs,
    async during<T>(wait: Promise<T>): Promise<T> {
      since = performance.now();
      try {
        return await wait;
      } finally {
        [total, since] = [totalMs(), null];
      }
    },
  };
}

/** Keeps the start of what a program writes as its errors. */
function keepErrors({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.on('data', (part: Buffer) => {
    if (text.length < maxErrorText) text += part.toString();
  });
  return () => text.slice(0, maxErrorText);
}

/**
 * Starts a process that reads the table in a file.
 *
 * @param file the descriptor of the file, which is at its first byte
 */
export function startReader(file: number, task: ReaderTask, limits = readerLimits): ReaderProcess {
  const child = startProgram(file, task);
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  exited.catch(() => undefined);
  const errors = keepErrors(child);
  const frames = readFrames(child.stdout as AsyncIterable<Buffer>);
  const clock = createWaitClock();
  let hasHitLimit = false;
  const stop = (): void => {
    hasHitLimit = true;
    child.kill('SIGKILL');
  };
  const { pid } = child;
  const watched = { waitedMs: clock.totalMs, onOver: stop };
  const endWatch = pid === undefined ? () => undefined : watchProcess(pid, limits, watched);
  if (pid !== undefined) void subordinate(pid);

  return {
    async next() {
      const next = await clock.during(frames.next());
      if (next.done) {
        const [code, signal] = await exited;
        // Node ends itself by a signal where its heap is full.
        if (signal === null) throw new Error(`The reader of a table ended with ${code}: ${errors()}`);
        hasHitLimit = true;
        throw tooComplex(
          'Reading the file takes too much time or memory. Save the sheet as “CSV UTF-8”, or split it.',
        );
      }
      if (next.value.kind !== 'refusal') return next.value;
      const { kind, code, message, errors: problems } = next.value.refusal;
      hasHitLimit ||= code === 'file_too_complex';
      throw new Fault(kind, code, message, problems && { errors: problems });
    },
    async end() {
      endWatch();
      child.kill('SIGKILL');
      await exited;
    },
    get hasHitLimit() {
      return hasHitLimit;
    },
  };
}
