import { hasTimedOut } from '../measure/load-result.ts';
import { scale, sum, type CpuTimes } from '../measure/cpu-times.ts';
import { withoutIdle, type Usage } from '../measure/usage.ts';
import type { Slice } from './measure-slice.ts';

/** What one write needs. */
export interface WriteCost {
  writesPerSecond: number;
  /** Processor time by process, in milliseconds, without what it costs with nobody calling. */
  cpuMs: CpuTimes;
  /** Of all of them. */
  totalCpuMs: number;
  /** Commands that mongod was sent, by name. */
  commands: Readonly<Record<string, number>>;
  /** Transactions rolled back. */
  aborted: number;
  committed: number;
}

/** The processes that do the peer's work. */
export const peerProcesses = ['peer', 'mongod'];

/**
 * What a write of a slice has cost.
 *
 * @param names the processes that have worked for it
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
