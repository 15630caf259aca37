import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { toFault, toProblem } from '@pas/platform/http/render-error';

/** The processor time that one input may cost, in milliseconds. All other requests of the process wait meanwhile. */
export const maxProcessorMs = 200;

/** How far a process may grow for one input, in MiB, once its garbage is collected. */
export const maxGrowthMiB = 64;

/** The cost of an input, and how it was answered. */
export interface InputCost {
  processorMs: number;
  /** The status of the refusal; 200 where the input was taken. */
  status: number;
}

function statusOf(work: () => unknown): number {
  try {
    work();
    return 200;
  } catch (error) {
    return toProblem(toFault(error), '').status;
  }
}

function measureOnce(work: () => unknown): InputCost {
  const before = process.threadCpuUsage();
  const status = statusOf(work);
  const { user, system } = process.threadCpuUsage(before);
  return { processorMs: (user + system) / 1000, status };
}

/** A cost of so many times the limit is no accident. */
const certain = 5;

/**
 * Measures the processor time of synchronous work on one input: that of this thread alone, so other load of the machine does
 * not count. Work above the limit is measured again, since the compiler or a collection of garbage may fall into one try.
 */
export function measureCost(work: () => unknown): InputCost {
  const first = measureOnce(work);
  if (first.processorMs < maxProcessorMs || first.processorMs > certain * maxProcessorMs) return first;
  const second = measureOnce(work);
  return second.processorMs < first.processorMs ? second : first;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Measures how far memory has grown by some work, in MiB, once garbage is collected. */
export function growthMiB(work: () => unknown): number {
  const used = (): number => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  work();
  return (used() - before) / 2 ** 20;
}
