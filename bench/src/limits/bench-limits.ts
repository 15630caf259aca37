import { join } from 'node:path';
import { threadMicroseconds } from '../measure/cpu-time.ts';
import { atLeast, judge, medianOver, type Goal } from '../measure/judge.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import { runNodeProgram, type RunningServer } from '../measure/run-node-program.ts';
import { sendLoad } from '../measure/send-load.ts';
import { withDirectory } from '../measure/temporary-directory.ts';
import { withMongod } from '../measure/with-mongod.ts';

export interface BenchLimits {
  mongoUrl: string;
  rounds: number;
  /** Requests to each server in each round. */
  requests: number;
}

/** Ways to count the requests of one key, with their titles. */
const titles = {
  local: 'a bucket in memory',
  leases: 'leases from the store',
  store: 'a store write each',
} as const;
type Way = keyof typeof titles;
const ways = Object.keys(titles) as Way[];

/** Cost of a request by one way of counting, and requests per second. */
interface Cost {
  cpuMicrosPerRequest: number;
  requestsPerSecond: number;
}

/** Costs by way of counting; the local bucket is first and last. */
type Round = Record<Way | 'again', Cost>;

/** Figures of a run. */
export interface LimitFigures extends JudgedFigures {
  rounds: number;
  /** Rounds in which a request timed out; they do not count. */
  dropped: number;
  requests: number;
  /** Medians. */
  costs: Record<Way, Cost>;
}

const goals: readonly Goal<Round>[] = [
  // Processor time, since requests per second depend on other programs of the machine.
  atLeast(
    0.95,
    'local bucket / leases, CPU per request',
    ({ leases, local, again }) =>
      (local.cpuMicrosPerRequest + again.cpuMicrosPerRequest) / 2 / leases.cpuMicrosPerRequest,
  ),
  atLeast(
    8,
    'leases / a store write per request, requests/s',
    ({ leases, store }) => leases.requestsPerSecond / store.requestsPerSecond,
  ),
];

type Servers = Readonly<Record<Way, RunningServer>>;

async function startServers(mongoUrl: string, dir: string): Promise<Servers> {
  const database = new URL(mongoUrl);
  database.pathname = '/bench_limits';
  const file = join(import.meta.dirname, 'programs/limited-server.ts');
  const start = (way: Way) => runNodeProgram({ file, dir, env: { MONGO_URL: database.href, WAY: way } });
  const started = await Promise.all(ways.map(async (way) => [way, await start(way)] as const));
  return Object.fromEntries(started) as Servers;
}

async function measureCost({ url, pid }: RunningServer, requests: number): Promise<Cost> {
  const before = threadMicroseconds(pid);
  const load = { path: '/', headers: {}, connections: 64, requests };
  const { requestsPerSecond, statuses } = await sendLoad(url, load);
  if (statuses['2xx'] < requests) throw new Error(`answered ${JSON.stringify(statuses)}`);
  return { cpuMicrosPerRequest: (threadMicroseconds(pid) - before) / requests, requestsPerSecond };
}

async function measureRound(servers: Servers, requests: number): Promise<Round> {
  return {
    local: await measureCost(servers.local, requests),
    leases: await measureCost(servers.leases, requests),
    // The slowest way: a fifth of the requests is enough.
    store: await measureCost(servers.store, Math.ceil(requests / 5)),
    again: await measureCost(servers.local, requests),
  };
}

/** Uncounted rounds: V8 needs some 16,000 requests to compile hot code. */
const warmUpRounds = 4;

/** Measures in rounds, after warm-up rounds; a round in which a request times out does not count. */
async function measureRounds(servers: Servers, requests: number, count: number) {
  const rounds: Round[] = [];
  let dropped = 0;
  for (let round = 0; round < warmUpRounds; round += 1) await measureRound(servers, requests);
  while (rounds.length < count) {
    try {
      rounds.push(await measureRound(servers, requests));
    } catch (error) {
      dropped += 1;
      if (dropped > count) throw error;
    }
  }
  return { rounds, dropped };
}

/** Counts requests by leases, by a bucket in memory and by a store write each, and compares the rates. */
export const benchLimits = ({ mongoUrl, rounds: count, requests }: BenchLimits): Promise<LimitFigures> =>
  withDirectory(async (dir) => {
    const servers = await startServers(mongoUrl, dir);
    try {
      const { rounds, dropped } = await measureRounds(servers, requests, count);
      const selfRatio = medianOver(
        rounds,
        ({ local, again }) => local.cpuMicrosPerRequest / again.cpuMicrosPerRequest,
      );
      const costs = ways.map((way): [Way, Cost] => [
        way,
        {
          cpuMicrosPerRequest: medianOver(rounds, (round) => round[way].cpuMicrosPerRequest),
          requestsPerSecond: Math.round(medianOver(rounds, (round) => round[way].requestsPerSecond)),
        },
      ]);
      return {
        rounds: count,
        dropped,
        requests,
        costs: Object.fromEntries(costs) as LimitFigures['costs'],
        selfRatio,
        comparisons: judge(goals, rounds, selfRatio),
      };
    } finally {
      await Promise.all(Object.values(servers).map(async (server) => server.stop()));
    }
  });

/** Formats the figures of a run. */
export const formatLimits = ({ rounds, requests, dropped, costs }: LimitFigures): string[] => [
  `${rounds} rounds of ${requests} requests (${dropped} more dropped)`,
  formatTable<Way>(
    [
      ['requests of one key are counted by', (way) => titles[way]],
      ['CPU per request, µs', (way) => costs[way].cpuMicrosPerRequest, 1],
      ['requests/s', (way) => costs[way].requestsPerSecond, 0],
    ],
    ways,
  ),
];

export const limits = defineProgram({
  summary: 'cost of the rate limit of a key: leases, a bucket in memory, a store write each',
  defaults: { rounds: 7, requests: 5000 },
  measure: (options) => withMongod((mongoUrl) => benchLimits({ ...options, mongoUrl })),
  format: formatLimits,
});
