import { cpuMicroseconds } from './cpu-time.ts';
import { threePlaces } from './medians.ts';

/** Process ids, by the titles of the processes in tables. */
export type Processes = Readonly<Record<string, number>>;

/** Milliseconds of processor time, by the same names. */
export type CpuTimes = Readonly<Record<string, number>>;

/** Reads the processor time that each process has used so far. */
export function readCpuTimes(processes: Processes, read = cpuMicroseconds): CpuTimes {
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, read(pid) / 1000]));
}

/** Subtracts figures of equal names. A name that is missing on one side counts as zero there. */
export function subtract(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): Record<string, number> {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return Object.fromEntries([...names].map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
}

/** Multiplies every figure by one factor. */
export function scale(figures: Readonly<Record<string, number>>, factor: number): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, figure * factor]));
}

/** Adds up the figures of the given names; by default, of all names. */
export function sum(figures: Readonly<Record<string, number>>, names = Object.keys(figures)): number {
  return names.reduce((total, name) => total + (figures[name] ?? 0), 0);
}

/** Divides figures by a number of units, to three places, and leaves out those near zero. */
export const perUnit = (figures: Readonly<Record<string, number>>, count: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(figures)
      .map(([name, figure]) => [name, threePlaces(figure / count)] as const)
      .filter(([, figure]) => Math.abs(figure) >= 0.02),
  );
