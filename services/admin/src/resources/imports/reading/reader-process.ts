import { fork, type ChildProcess } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { Fault } from '@pas/platform/errors/fault';
import { unavailable } from '@pas/shared/errors/raise';
import type { Frame, ReaderTask } from './tables/frames.ts';
import { tooComplex } from './tables/refusals.ts';
import { readFrames } from './read-frames.ts';
import { watchProcess, type ProcessLimits } from './watch-process.ts';

/** Limits for reading one table. */
export const readerLimits: ProcessLimits = {
  processorMs: 10_000,
  ownMs: 15_000,
  residentBytes: 384 * 1024 * 1024,
};

/** The heap limit is below the memory limit, because buffers are outside the heap. */
const nodeOptions = ['--max-old-space-size=256', '--max-semi-space-size=8'];

/**
 * The reader yields to the requests of this process and its stores (nice(1)). At 19 a busy machine gives it a fiftieth of
 * a processor, and its client waits in vain.
 */
const priority = 5;

const program = join(import.meta.dirname, 'tables/main.ts');

/** The maximum length of the program's error text. */
const maxErrorText = 2000;

/** A process that reads one table. */
export interface ReaderProcess {
  /**
   * Returns the next message.
   *
   * @throws the refusal of the table; file_too_complex when a limit has ended the process; unavailable when the signal
   *   has ended it
   */
  next(): Promise<Exclude<Frame, { kind: 'refusal' }>>;
  /** Ends the process immediately. */
  end(): Promise<void>;
  /** Whether a limit has ended the process. */
  readonly hasHitLimit: boolean;
}

const outOfTime = () =>
  unavailable('The server is too busy to read the file in time. Try again.', 'overloaded', 5);

function startProgram(file: number, task: ReaderTask): ChildProcess {
  // The folder without the subfolder of this version of Node.
  const cacheDir = getCompileCacheDir();
  return fork(program, [JSON.stringify(task)], {
    execArgv: nodeOptions,
    // The environment holds no secrets of this process.
    env: cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cacheDir) },
    stdio: [file, 'pipe', 'pipe', 'ipc'],
  });
}

/** Makes the operating system prefer this process for CPU time and memory. */
async function subordinate(pid: number): Promise<void> {
  try {
    setPriority(pid, priority);
    await writeFile(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has ended, or the operating system has no such file.
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

/** Captures the start of a program's error output. */
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
 * @param file the descriptor of the file, positioned at its first byte
 * @param signal ends the process
 */
export function startReader(
  file: number,
  task: ReaderTask,
  { limits, signal: ended }: { limits: ProcessLimits; signal: AbortSignal },
): ReaderProcess {
  const child = startProgram(file, task);
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  exited.catch(() => undefined);
  const errors = keepErrors(child);
  const frames = readFrames(child.stdout as AsyncIterable<Buffer>);
  const clock = createWaitClock();
  let hasHitLimit = false;
  const kill = (): boolean => child.kill('SIGKILL');
  const stop = (): void => {
    hasHitLimit = true;
    kill();
  };
  const { pid } = child;
  const watched = { waitedMs: clock.totalMs, onOver: stop };
  const endWatch = pid === undefined ? () => undefined : watchProcess(pid, limits, watched);
  if (pid !== undefined) void subordinate(pid);
  const listening = addAbortListener(ended, kill);

  return {
    async next() {
      const next = await clock.during(frames.next());
      if (next.done) {
        const [code, signal] = await exited;
        // Node ends itself by a signal when its heap is full.
        if (signal === null) throw new Error(`The reader of a table ended with ${code}: ${errors()}`);
        if (ended.aborted && !hasHitLimit) throw outOfTime();
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
      listening[Symbol.dispose]();
      kill();
      await exited;
    },
    get hasHitLimit() {
      return hasHitLimit;
    },
  };
}
