import { judge, type Goal } from '../measure/judge.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import type { RunningProgram } from '../measure/run-program.ts';
import { withDirectory } from '../measure/temporary-directory.ts';
import { selfRatio } from './compare.ts';
import { measureRounds, summarizeCost, type Cost, type Measurements, type Round } from './measure-rounds.ts';
import { runOwnProgram, type Bench } from './subject.ts';

/** Options of a run: the amount of requests, and the folder of the programs. */
export interface BenchProxies {
  mongoUrl: string;
  rounds: number;
  /** Requests to each proxy in each round. */
  requests: number;
  /** Folder for a profile of the gateway; empty for none, since profiling changes the figures. */
  profile: string;
}

/** Default options of the programs. */
export const usualProxies = { rounds: 7, requests: 5000, profile: '' };

/** Figures of a run over proxies. */
export interface ProxyFigures extends JudgedFigures {
  load: { rounds: number; requests: number; connections: number };
  /** Medians, by title; null for a proxy that isn't installed. */
  costs: Record<string, Cost | null>;
  /** Ratio of two measurements of the first proxy. */
  selfRatio: number;
}

/** Connections that are kept open, with one request under way on each. */
export const connections = 64;

/** The proxies of a run in starting order, and their loads. */
export interface Field {
  running: readonly (RunningProgram | null)[];
  measurements: Measurements;
}

/** Starts an upstream and the proxies of `start` before it, and measures the cost of a request in each. */
export const benchProxies = (
  { rounds: count, requests, mongoUrl }: BenchProxies,
  start: (bench: Bench) => Promise<Field>,
  goals: readonly Goal<Round>[],
): Promise<ProxyFigures> =>
  withDirectory(async (dir) => {
    const upstream = await runOwnProgram('plain-upstream', { dir, upstreamUrl: '' });
    const { running, measurements } = await start({ dir, mongoUrl, upstreamUrl: upstream.url });
    try {
      const rounds = await measureRounds(measurements, count);
      const [first = ''] = Object.keys(measurements);
      const own = selfRatio(rounds, first);
      const costs = Object.entries(measurements).map(([name, { title }]) => [
        title,
        summarizeCost(rounds, name),
      ]);
      return {
        load: { rounds: count, requests, connections },
        costs: Object.fromEntries(costs) as ProxyFigures['costs'],
        selfRatio: own,
        comparisons: judge(goals, rounds, own),
      };
    } finally {
      await Promise.all([...running, upstream].map(async (program) => program?.stop()));
    }
  });

/** Text for a proxy that is not installed. */
const absent = 'not measured: apt-get install nginx haproxy caddy';

/** Formats the costs of a run. */
export const formatProxies = ({ load, costs }: ProxyFigures): string[] => [
  `${load.rounds} rounds of ${load.requests} requests over ${load.connections} connections`,
  formatTable<[string, Cost | null]>(
    [
      ['proxy', ([title]) => title],
      ['CPU per request, µs', ([, cost]) => cost?.cpuMicrosPerRequest ?? absent, 1],
      ['requests/s', ([, cost]) => cost?.requestsPerSecond, 0],
    ],
    Object.entries(costs),
  ),
];
