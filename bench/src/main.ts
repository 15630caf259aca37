import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@pas/shared/testing/free-port';
import { startMongod } from '@pas/shared/testing/local-mongod';
import { benchGateway } from './gateway/bench-gateway.ts';
import { printGatewayFigures } from './gateway/print-figures.ts';
import { benchLists, fullSizes } from './lists/bench-lists.ts';
import { printListFigures } from './lists/print-figures.ts';
import { benchProcesses } from './processes/bench-processes.ts';
import { printProcessFigures } from './processes/print-figures.ts';
import { benchWrites } from './writes/bench-writes.ts';
import { printWriteFigures } from './writes/print-figures.ts';

const helpText = `Measures this system, and its peers beside it, on this machine (Linux).

Usage: script/bench gateway [--rounds N] [--requests N] [--profile DIR]
       script/bench processes
       script/bench lists [--rounds N]
       script/bench writes [--rounds N] [--seconds N]

  gateway     what a request costs the gateway, a bare Express proxy, a bare Fastify proxy, and nginx where it is there
  processes   how long each service takes to start, and its memory before and after load
  lists       what a page of a list costs at ten thousand, a hundred thousand and a million units
  writes      what a write through the gateway costs all processes, beside a plain transaction on the same mongod
  --rounds    how many rounds count (default 7; writes 5); one more warms up
  --seconds   how long each slice of a round takes (default: writes 2.5)
  --requests  of each proxy in each round (default 5000)
  --profile   writes a CPU profile of the gateway into DIR, and keeps no figures

Figures are printed, and kept in bench/results/.
`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function keep(name: string, figures: object): void {
  const file = join(import.meta.dirname, '../results', `${name}.json`);
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

/** Runs some work with a mongod of its own, whose data are gone afterwards. */
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
  },
});

const roundsOr = (usual: number): number => Number(values.rounds ?? usual);
const millisecondsOr = (usualSeconds: number): number => 1000 * Number(values.seconds ?? usualSeconds);

async function runGatewayBench(): Promise<void> {
  const profileDir = values.profile === undefined ? null : resolve(values.profile);
  if (profileDir !== null) mkdirSync(profileDir, { recursive: true });
  const [rounds, requests] = [roundsOr(7), Number(values.requests)];
  const figures = await withMongod((mongoUrl) => benchGateway({ mongoUrl, rounds, requests, profileDir }));
  say(printGatewayFigures(figures));
  if (profileDir === null) keep('gateway', figures);
}

async function runProcessesBench(): Promise<void> {
  const figures = await benchProcesses();
  say(printProcessFigures(figures));
  keep('processes', figures);
}

async function runListsBench(): Promise<void> {
  const rounds = roundsOr(7);
  const figures = await withMongod((mongoUrl) => benchLists({ mongoUrl, rounds, sizes: fullSizes }));
  say(printListFigures(figures));
  keep('lists', figures);
}

async function runWritesBench(): Promise<void> {
  const figures = await benchWrites({ rounds: roundsOr(5), sliceMs: millisecondsOr(2.5) });
  say(printWriteFigures(figures));
  keep('writes', figures);
}

// Whatever ends this process takes with it what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const programs: Readonly<Record<string, () => Promise<void>>> = {
  gateway: runGatewayBench,
  processes: runProcessesBench,
  lists: runListsBench,
  writes: runWritesBench,
};

const program = programs[positionals[0] ?? ''];
if (program) await program();
else say(helpText);
