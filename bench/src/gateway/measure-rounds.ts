import { cpuMicroseconds } from '../measure/cpu-time.ts';
import { median } from '../measure/median.ts';
import { sendLoad, type Load } from '../measure/send-load.ts';
import type { Subject, SubjectName } from './subject.ts';
import type { Subjects } from './start-subjects.ts';

/** What one proxy needed in one round. */
export interface Cost {
  cpuMicrosPerRequest: number;
  requestsPerSecond: number;
}

/** One round: every proxy after the other, the bare Express one first and last. */
export type Round = Partial<Record<SubjectName, Cost>> & {
  gateway: Cost;
  'express-proxy': Cost;
  again: Cost;
};

async function measureCost({ name, pid, url }: Subject, load: Load): Promise<Cost> {
  const before = cpuMicroseconds(pid);
  const { requestsPerSecond, statuses } = await sendLoad(url, load);
  if (statuses['2xx'] < load.requests) throw new Error(`${name} answered ${JSON.stringify(statuses)}`);
  return { cpuMicrosPerRequest: (cpuMicroseconds(pid) - before) / load.requests, requestsPerSecond };
}

async function measureRound({ gateway, express, fastify, nginx }: Subjects, load: Load): Promise<Round> {
  const bare = await measureCost(express, load);
  return {
    'express-proxy': bare,
    gateway: await measureCost(gateway, load),
    'fastify-proxy': await measureCost(fastify, load),
    // Its share of a round is too small to be read from a clock of 10 ms.
    ...(nginx && { nginx: await measureCost(nginx, { ...load, requests: 3 * load.requests }) }),
    again: await measureCost(express, load),
  };
}

/** V8 compiles what it finds to be hot; until it has, a proxy costs twice what it costs ever after. */
const warmUpRounds = 4;

/** Measures in alternating rounds, after one that is longer, warms everything up and isn't counted. */
export async function measureRounds(subjects: Subjects, load: Load, count: number): Promise<Round[]> {
  await measureRound(subjects, { ...load, requests: warmUpRounds * load.requests });
  const rounds: Round[] = [];
  while (rounds.length < count) rounds.push(await measureRound(subjects, load));
  return rounds;
}

/** The median of what a proxy needed; null for one that was not measured. */
export function summarizeCost(rounds: readonly Round[], name: SubjectName): Cost | null {
  const costs = rounds.flatMap((round) => round[name] ?? []);
  if (costs.length === 0) return null;
  return {
    cpuMicrosPerRequest: Math.round(10 * median(costs.map((cost) => cost.cpuMicrosPerRequest))) / 10,
    requestsPerSecond: Math.round(median(costs.map((cost) => cost.requestsPerSecond))),
  };
}
