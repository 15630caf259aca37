import { cpuMicroseconds } from '../measure/cpu-time.ts';
import { median } from '../measure/median.ts';
import { sendLoad, type Load } from '../measure/send-load.ts';
import type { RunningServer } from '../measure/run-node-program.ts';

/** Cost of one proxy in one round. */
export interface Cost {
  cpuMicrosPerRequest: number;
  requestsPerSecond: number;
}

/** A load on a proxy. */
export interface Measurement {
  /** Its title in tables. */
  title: string;
  /** Null where it isn't installed. */
  subject: RunningServer | null;
  load: Load;
  /** Number of uncounted rounds; default `usualWarmUp`. */
  warmUpRounds?: number;
}

/** One round: the costs by the names of the measurements; those that are not measured are missing. */
export type Round = Readonly<Record<string, Cost>>;

/** The name of the second measurement of the first proxy, at the end of a round. */
export const again = 'again';

async function measureCost(title: string, { pid, url }: RunningServer, load: Load): Promise<Cost> {
  const before = cpuMicroseconds(pid);
  const { requestsPerSecond, statuses } = await sendLoad(url, load);
  if (statuses['2xx'] < load.requests) throw new Error(`${title} answered ${JSON.stringify(statuses)}`);
  return { cpuMicrosPerRequest: (cpuMicroseconds(pid) - before) / load.requests, requestsPerSecond };
}

/** Loads in a round, by name, in the order of measuring. */
export type Measurements = Readonly<Record<string, Measurement>>;

async function measureRound(measurements: Measurements): Promise<Round> {
  const costs: Record<string, Cost> = {};
  for (const [name, { title, subject, load }] of Object.entries(measurements)) {
    if (!subject) continue;
    costs[name] = await measureCost(title, subject, { ...load, requests: Math.ceil(load.requests) });
  }
  return costs;
}

/** V8 compiles hot code first. Before that, a proxy costs twice as much. */
const usualWarmUp = 4;

async function warmUp(measurements: Measurements): Promise<void> {
  for (const { title, subject, load, warmUpRounds = usualWarmUp } of Object.values(measurements)) {
    if (!subject) continue;
    await measureCost(title, subject, { ...load, requests: Math.ceil(warmUpRounds * load.requests) });
  }
}

/** Measures in alternating rounds, after longer uncounted warm-up rounds. */
export async function measureRounds(measurements: Measurements, count: number): Promise<Round[]> {
  const [first] = Object.values(measurements);
  if (!first) return [];
  await warmUp(measurements);
  const all = { ...measurements, [again]: first };
  const rounds: Round[] = [];
  while (rounds.length < count) rounds.push(await measureRound(all));
  return rounds;
}

/** Computes the median cost of a proxy; null for one that was not measured. */
export function summarizeCost(rounds: readonly Round[], name: string): Cost | null {
  const costs = rounds.flatMap((round) => round[name] ?? []);
  if (costs.length === 0) return null;
  return {
    cpuMicrosPerRequest: Math.round(10 * median(costs.map((cost) => cost.cpuMicrosPerRequest))) / 10,
    requestsPerSecond: Math.round(median(costs.map((cost) => cost.requestsPerSecond))),
  };
}
