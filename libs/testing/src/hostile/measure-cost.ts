import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { toFault, toProblem } from '@pas/platform/http/render-error';

/** The maximum processor time of one input, in milliseconds. All other requests of the process wait meanwhile. */
export const maxProcessorMs = 200;

/** The maximum growth of a process for one input after garbage collection, in MiB. */
export const maxGrowthMiB = 64;

/** The cost of an input, and the status of its answer. */
export interface InputCost {
  processorMs: number;
  /** The status of the refusal; 200 for an accepted input. */
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

const maxTries = 5;

/**
 * Measures the processor time of synchronous work on one input, in this thread alone. Work above the limit is measured
 * again. Compilation, garbage collection and a machine that reclaims memory make single tries slower.
 */
export function measureCost(work: () => unknown): InputCost {
  let least = measureOnce(work);
  for (let tries = 1; tries < maxTries && least.processorMs >= maxProcessorMs; tries += 1) {
    const cost = measureOnce(work);
    if (cost.processorMs < least.processorMs) least = cost;
  }
  return least;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Measures the growth of memory by some work after garbage collection, in MiB. */
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
