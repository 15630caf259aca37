import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@pas/testing/free-port';
import { startMongod } from '@pas/testing/local-mongod';
import { benchCalls } from './calls/bench-calls.ts';
import { printCallFigures } from './calls/print-figures.ts';
import { benchCrowd, usualCrowds } from './crowd/bench-crowd.ts';
import { printCrowdFigures } from './crowd/print-figures.ts';
import { benchDoors, usualCallers } from './doors/bench-doors.ts';
import { printDoorFigures } from './doors/print-figures.ts';
import { benchFeatures } from './features/bench-features.ts';
import { benchFlood, usualRates } from './flood/bench-flood.ts';
import { printFloodFigures } from './flood/print-figures.ts';
import { benchGateway } from './gateway/bench-gateway.ts';
import { printProxyFigures } from './gateway/print-figures.ts';
import type { BenchProxies, ProxyFigures } from './gateway/proxy-figures.ts';
import { helpText } from './help-text.ts';
import { benchIdle } from './idle/bench-idle.ts';
import { printIdleFigures } from './idle/print-figures.ts';
import { benchImports } from './imports/bench-imports.ts';
import { printImportFigures } from './imports/print-figures.ts';
import { benchLimits } from './limits/bench-limits.ts';
import { printLimitFigures } from './limits/print-figures.ts';
import { benchLists, fullSizes } from './lists/bench-lists.ts';
import { printListFigures } from './lists/print-figures.ts';
import { benchSeal, usualSeal } from './seal/bench-seal.ts';
import { printSealFigures } from './seal/print-figures.ts';
import { benchPush, usualBursts } from './push/bench-push.ts';
import { printPushFigures } from './push/print-figures.ts';
import { benchWrites } from './writes/bench-writes.ts';
import { printWriteFigures } from './writes/print-figures.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function keep(name: string, figures: object): void {
  const file = join(import.meta.dirname, '../results', `${name}.json`);
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

/** Runs some work with its own mongod, and deletes its data afterwards. */
async function withMongod<T>(work: (mongoUrl: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'property-access-bench-'));
  try {
    const mongod = await startMongod({ dir, port: await freePort() });
    try {
      return await work(mongod.url);
    } finally {
      await mongod.stop();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    requests: { type: 'string', default: '5000' },
    profile: { type: 'string' },
    seconds: { type: 'string' },
    events: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '100000' },
    callers: { type: 'string', default: '50' },
    calls: { type: 'string', default: '20' },
    lists: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const roundsOr = (usual: number): number => Number(values.rounds ?? usual);
const millisecondsOr = (usualSeconds: number): number => 1000 * Number(values.seconds ?? usualSeconds);

/** Folder of profiles; null for none. */
function makeProfileDir(): string | null {
  if (values.profile === undefined) return null;
  const dir = resolve(values.profile);
  mkdirSync(dir, { recursive: true });
  return dir;
}

async function runProxyBench(
  name: 'gateway' | 'features',
  bench: (options: BenchProxies) => Promise<ProxyFigures>,
): Promise<void> {
  const profileDir = makeProfileDir();
  const [rounds, requests] = [roundsOr(7), Number(values.requests)];
  const figures = await withMongod((mongoUrl) => bench({ mongoUrl, rounds, requests, profileDir }));
  say(printProxyFigures(figures));
  if (profileDir === null) keep(name, figures);
}

async function runLimitsBench(): Promise<void> {
  const [rounds, requests] = [roundsOr(7), Number(values.requests)];
  const figures = await withMongod((mongoUrl) => benchLimits({ mongoUrl, rounds, requests }));
  say(printLimitFigures(figures));
  keep('limits', figures);
}

async function runListsBench(): Promise<void> {
  const rounds = roundsOr(7);
  const figures = await withMongod((mongoUrl) => benchLists({ mongoUrl, rounds, sizes: fullSizes }));
  say(printListFigures(figures));
  keep('lists', figures);
}

async function runWritesBench(): Promise<void> {
  const figures = await benchWrites({ warmUps: 1, rounds: roundsOr(5), sliceMs: millisecondsOr(2.5) });
  say(printWriteFigures(figures));
  keep('writes', figures);
}

async function runIdleBench(): Promise<void> {
  const figures = await benchIdle({ rounds: roundsOr(3), sliceMs: millisecondsOr(20), settleMs: 4000 });
  say(printIdleFigures(figures));
  keep('idle', figures);
}

async function runSealBench(): Promise<void> {
  const figures = await benchSeal(usualSeal(Number(values.events), millisecondsOr(20)));
  say(printSealFigures(figures));
  keep('seal', figures);
}

async function runImportsBench(): Promise<void> {
  const figures = await benchImports({ rows: Number(values.rows), quietMs: millisecondsOr(10) });
  say(printImportFigures(figures));
  keep('imports', figures);
}

async function runCrowdBench(): Promise<void> {
  const figures = await benchCrowd(usualCrowds);
  say(printCrowdFigures(figures));
  const crowds = figures.crowds.map(({ load: { latenciesMs: _all, ...load }, ...crowd }) => ({
    ...crowd,
    load,
  }));
  keep('crowd', { ...figures, crowds });
}

async function runCallsBench(): Promise<void> {
  const callers = Number(values.callers);
  const figures = await benchCalls({ callers, callsEach: Number(values.calls), idleMs: millisecondsOr(5) });
  say(printCallFigures(figures));
  keep('calls', figures);
}

async function runDoorsBench(): Promise<void> {
  const options = { rounds: roundsOr(3), sliceMs: millisecondsOr(2.5), callerCounts: usualCallers };
  const figures = await benchDoors(options);
  say(printDoorFigures(figures));
  keep('doors', figures);
}

async function runPushBench(): Promise<void> {
  const figures = await benchPush({ bursts: usualBursts });
  say(printPushFigures(figures));
  keep('push', figures);
}

async function runFloodBench(): Promise<void> {
  const options = {
    rates: usualRates,
    durationMs: millisecondsOr(10),
    warmUpMs: 5000,
    idleMs: 5000,
    senderPerSecond: 20,
  };
  const figures = await benchFlood(options);
  say(printFloodFigures(figures));
  keep('flood', figures);
}

async function runWebListsBench(chromium: string): Promise<void> {
  const { printWebListFigures } = await import('./web/print-list-figures.ts');
  const { benchWebLists } = await import('./web/bench-web-lists.ts');
  const figures = await benchWebLists({ chromium, rounds: roundsOr(7) });
  say(printWebListFigures(figures));
  keep('web-lists', figures);
}

async function runWebBench(): Promise<void> {
  const { CHROMIUM_PATH: chromium = '' } = process.env;
  if (chromium === '') return say('web needs a Chromium: install one, or set CHROMIUM_PATH.');
  if (values.lists) return runWebListsBench(chromium);
  // Lighthouse takes a while to load, and no other program needs it.
  const { printWebFigures } = await import('./web/print-figures.ts');
  const { benchWeb } = await import('./web/bench-web.ts');
  const figures = await benchWeb({ chromium, rounds: roundsOr(3) });
  say(printWebFigures(figures));
  keep('web', figures);
}

// `process.exit` runs the handlers that end the started programs.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const programs: Readonly<Record<string, () => Promise<void>>> = {
  gateway: () => runProxyBench('gateway', benchGateway),
  features: () => runProxyBench('features', benchFeatures),
  limits: runLimitsBench,
  lists: runListsBench,
  writes: runWritesBench,
  idle: runIdleBench,
  seal: runSealBench,
  crowd: runCrowdBench,
  imports: runImportsBench,
  flood: runFloodBench,
  calls: runCallsBench,
  doors: runDoorsBench,
  push: runPushBench,
  web: runWebBench,
};

const program = programs[positionals[0] ?? ''];
if (program && !values.help) await program();
else say(helpText);
