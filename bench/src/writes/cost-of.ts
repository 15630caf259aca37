import { hasTimedOut } from '../measure/load-result.ts';
import { scale, sum, type CpuTimes } from '../measure/cpu-times.ts';
import { withoutIdle, type Usage } from '../measure/usage.ts';
import type { Slice } from './measure-slice.ts';

/** Cost of one write. */
export interface WriteCost {
  writesPerSecond: number;
  /** Processor time by process, in milliseconds, without the idle cost. */
  cpuMs: CpuTimes;
  /** Processor time of all processes. */
  totalCpuMs: number;
  /** Commands to mongod, by name. */
  commands: Readonly<Record<string, number>>;
  /** Transactions rolled back. */
  aborted: number;
  committed: number;
}

/** The processes that do the peer's work. */
export const peerProcesses = ['peer', 'mongod'];

/**
 * Computes the cost of a write of a slice.
 *
 * @param names the processes that did the work
 * @returns undefined for a slice that doesn't count: nothing was written, or a request got no answer in time
 */
export function costOf(
  slice: Slice | undefined,
  idle: Usage,
  names: readonly string[],
): WriteCost | undefined {
  if (!slice || slice.load.succeeded === 0 || hasTimedOut(slice.load)) return undefined;
  const { load } = slice;
  const net = withoutIdle(slice.usage, idle);
  const share = 1 / load.succeeded;
  const cpuMs = Object.fromEntries(names.map((name) => [name, (net.cpuMs[name] ?? 0) * share]));
  return {
    writesPerSecond: load.succeeded / (load.elapsedMs / 1000),
    cpuMs,
    totalCpuMs: sum(cpuMs),
    commands: scale(net.commands, share),
    aborted: net.aborted * share,
    committed: net.committed * share,
  };
}

/** The commands that move data: the statements of a write and their commit. */
export const statements = ['find', 'getMore', 'update', 'insert', 'commitTransaction'];
