import { cpuMicroseconds } from '../measure/cpu-time.ts';
import { median } from '../measure/median.ts';
import type { Subject } from './subjects.ts';

/** Cost of one answer. */
export interface Cost {
  /** Processor time of this process and of the store together, in milliseconds. */
  cpuMs: number;
  /** The store's part of it. */
  storeCpuMs: number;
  /** Until the answer is there, in milliseconds. */
  elapsedMs: number;
}

/** Cost of each subject in one round, by its name. */
export type Round = Readonly<Record<string, Cost>>;

/** Measures one subject, after a few answers that fill the caches. */
async function measureCost({ answer, times }: Subject, storePid: number): Promise<Cost> {
  for (let done = 0; done < times / 10; done += 1) await answer();
  const storeBefore = cpuMicroseconds(storePid);
  const ownBefore = process.cpuUsage();
  const start = performance.now();
  for (let done = 0; done < times; done += 1) await answer();
  const elapsedMs = (performance.now() - start) / times;
  const { user, system } = process.cpuUsage(ownBefore);
  const storeCpuMs = (cpuMicroseconds(storePid) - storeBefore) / 1000 / times;
  return { cpuMs: (user + system) / 1000 / times + storeCpuMs, storeCpuMs, elapsedMs };
}

async function measureRound(subjects: readonly Subject[], storePid: number): Promise<Round> {
  const costs: [string, Cost][] = [];
  for (const subject of subjects) costs.push([subject.name, await measureCost(subject, storePid)]);
  return Object.fromEntries(costs);
}

/** Measures all subjects one after the other in each round; the first round is an uncounted warm-up. */
export async function measureRounds(
  subjects: readonly Subject[],
  { rounds: count, storePid }: { rounds: number; storePid: number },
): Promise<Round[]> {
  await measureRound(subjects, storePid);
  const rounds: Round[] = [];
  while (rounds.length < count) rounds.push(await measureRound(subjects, storePid));
  return rounds;
}

const inMicros = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Computes the median costs of a subject. */
export function summarizeCost(rounds: readonly Round[], name: string): Cost {
  const of = (figure: keyof Cost) => inMicros(median(rounds.map((round) => round[name]?.[figure] ?? NaN)));
  return { cpuMs: of('cpuMs'), storeCpuMs: of('storeCpuMs'), elapsedMs: of('elapsedMs') };
}
