import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningProgram } from '../measure/run-program.ts';
import type { Comparison } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { selfRatio } from './compare.ts';
import { measureRounds, summarizeCost, type Cost, type Measurements, type Round } from './measure-rounds.ts';
import { runOwnProgram, type Bench } from './subject.ts';

/** Options of a run: the amount of requests, and the folder of the programs. */
export interface BenchProxies {
  mongoUrl: string;
  rounds: number;
  /** Requests to each proxy in each round. */
  requests: number;
  /** Folder for a profile of the gateway; null for none, since profiling changes the figures. */
  profileDir: string | null;
}

/** Figures of a run over proxies. */
export interface ProxyFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  load: { rounds: number; requests: number; connections: number };
  /** Medians, by title; null for a proxy that isn't installed. */
  costs: Record<string, Cost | null>;
  /** Ratio of two measurements of the first proxy. */
  selfRatio: number;
  comparisons: Comparison[];
}

/** Connections that are kept open, with one request under way on each. */
export const connections = 64;

/** The proxies of a run in starting order, and their loads. */
export interface Field {
  running: readonly (RunningProgram | null)[];
  measurements: Measurements;
}

/** Starts an upstream and the proxies of `start` before it, and measures the cost of a request in each. */
export async function benchProxies(
  { rounds: count, requests, mongoUrl }: BenchProxies,
  start: (bench: Bench) => Promise<Field>,
  compare: (rounds: readonly Round[]) => Comparison[],
): Promise<ProxyFigures> {
  const before = loadAverage();
  const dir = mkdtempSync(join(tmpdir(), 'property-access-bench-'));
  try {
    const upstream = await runOwnProgram('plain-upstream', { dir, upstreamUrl: '' });
    const { running, measurements } = await start({ dir, mongoUrl, upstreamUrl: upstream.url });
    try {
      const rounds = await measureRounds(measurements, count);
      const [first = ''] = Object.keys(measurements);
      const costs = Object.entries(measurements).map(([name, { title }]) => [
        title,
        summarizeCost(rounds, name),
      ]);
      return {
        measuredAt: new Date().toISOString(),
        machine: describeMachine(),
        loadAverage: { before, after: loadAverage() },
        load: { rounds: count, requests, connections },
        costs: Object.fromEntries(costs) as ProxyFigures['costs'],
        selfRatio: selfRatio(rounds, first),
        comparisons: compare(rounds),
      };
    } finally {
      await Promise.all([...running, upstream].map(async (program) => program?.stop()));
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
