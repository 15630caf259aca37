import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { threadMicroseconds } from '../measure/cpu-time.ts';
import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { median } from '../measure/median.ts';
import { runProgram, type RunningProgram } from '../measure/run-program.ts';
import { sendLoad } from '../measure/send-load.ts';

export interface BenchLimits {
  mongoUrl: string;
  rounds: number;
  /** Requests to each server in each round. */
  requests: number;
}

const ways = ['local', 'leases', 'store'] as const;
type Way = (typeof ways)[number];

/** Cost of a request by one way of counting, and requests per second. */
interface Cost {
  cpuMicrosPerRequest: number;
  requestsPerSecond: number;
}

/** Costs by way of counting; the local bucket is first and last. */
type Round = Record<Way | 'again', Cost>;

/** Figures of a run. */
export interface LimitFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  rounds: number;
  /** Rounds in which a request timed out; they do not count. */
  dropped: number;
  requests: number;
  /** Medians. */
  costs: Record<Way, Cost>;
  /** Ratio of two measurements of the local bucket. */
  selfRatio: number;
  comparisons: Comparison[];
}

const goals: readonly Goal<Round>[] = [
  {
    // Processor time, since requests per second depend on other programs of the machine.
    ratio: 'local bucket / leases, CPU per request',
    limit: 0.95,
    isCeiling: false,
    of: ({ leases, local, again }) =>
      (local.cpuMicrosPerRequest + again.cpuMicrosPerRequest) / 2 / leases.cpuMicrosPerRequest,
  },
  {
    ratio: 'leases / a store write per request, requests/s',
    limit: 8,
    isCeiling: false,
    of: ({ leases, store }) => leases.requestsPerSecond / store.requestsPerSecond,
  },
];

type Server = RunningProgram & { url: string };

async function startServer(way: Way, mongoUrl: string, dir: string): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const database = new URL(mongoUrl);
  database.pathname = '/bench_limits';
  const running = await runProgram({
    command: [process.execPath, join(import.meta.dirname, 'programs/limited-server.ts')],
    env: { NODE_ENV: 'production', PORT: String(port), MONGO_URL: database.href, WAY: way },
    logFile: join(dir, `${way}.log`),
    readyUrl: `${url}/readyz`,
  });
  return { ...running, url };
}

async function measureCost({ url, pid }: Server, requests: number): Promise<Cost> {
  const before = threadMicroseconds(pid);
  const { requestsPerSecond, statuses } = await sendLoad(url, {
    path: '/',
    headers: {},
    connections: 64,
    requests,
  });
  if (statuses['2xx'] < requests) throw new Error(`answered ${JSON.stringify(statuses)}`);
  return { cpuMicrosPerRequest: (threadMicroseconds(pid) - before) / requests, requestsPerSecond };
}

async function measureRound(servers: Record<Way, Server>, requests: number): Promise<Round> {
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
async function measureRounds(servers: Record<Way, Server>, requests: number, count: number) {
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
export async function benchLimits({ mongoUrl, rounds: count, requests }: BenchLimits): Promise<LimitFigures> {
  const before = loadAverage();
  const dir = mkdtempSync(join(tmpdir(), 'property-access-bench-'));
  const started = await Promise.all(ways.map(async (way) => startServer(way, mongoUrl, dir)));
  try {
    const servers = Object.fromEntries(ways.map((way, at) => [way, started[at]])) as Record<Way, Server>;
    const { rounds, dropped } = await measureRounds(servers, requests, count);
    const selfRatio = twoPlaces(
      median(rounds.map(({ local, again }) => local.cpuMicrosPerRequest / again.cpuMicrosPerRequest)),
    );
    const medianOf = (way: Way): Cost => ({
      cpuMicrosPerRequest: twoPlaces(median(rounds.map((round) => round[way].cpuMicrosPerRequest))),
      requestsPerSecond: Math.round(median(rounds.map((round) => round[way].requestsPerSecond))),
    });
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      loadAverage: { before, after: loadAverage() },
      rounds: count,
      dropped,
      requests,
      costs: {
        local: medianOf('local'),
        leases: medianOf('leases'),
        store: medianOf('store'),
      },
      selfRatio,
      comparisons: judge(goals, rounds, selfRatio),
    };
  } finally {
    await Promise.all(started.map(async (server) => server.stop()));
    rmSync(dir, { recursive: true, force: true });
  }
}
