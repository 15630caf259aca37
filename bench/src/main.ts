import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calls } from './calls/bench-calls.ts';
import { crowd } from './crowd/bench-crowd.ts';
import { doors } from './doors/bench-doors.ts';
import { flood } from './flood/bench-flood.ts';
import { features } from './gateway/bench-features.ts';
import { gateway } from './gateway/bench-gateway.ts';
import { idle } from './idle/bench-idle.ts';
import { imports } from './imports/bench-imports.ts';
import { limits } from './limits/bench-limits.ts';
import { lists } from './lists/bench-lists.ts';
import { journeyProgram } from './journeys/bench-journeys.ts';
import { describeMachine, loadAverage } from './measure/machine.ts';
import type { Program, ProgramOptions } from './measure/program.ts';
import { formatReport, type JudgedFigures } from './measure/report.ts';
import { profileProgram } from './profile/bench-profile.ts';
import { push } from './push/bench-push.ts';
import { reads } from './reads/bench-reads.ts';
import { scale } from './scale/bench-scale.ts';
import { seal } from './seal/bench-seal.ts';
import { web, webLists } from './web/bench-web.ts';
import { writes } from './writes/bench-writes.ts';

type AnyProgram = Program<ProgramOptions, JudgedFigures>;

const programs: Readonly<Record<string, AnyProgram>> = {
  gateway,
  features,
  limits,
  lists,
  reads,
  writes,
  idle,
  seal,
  crowd,
  imports,
  flood,
  calls,
  doors,
  push,
  journeys: journeyProgram,
  profile: profileProgram,
  scale,
  web,
  'web-lists': webLists,
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Reads the options of a program from the command line. */
function readOptions({ defaults }: AnyProgram, args: string[]): ProgramOptions {
  const accepted = Object.keys(defaults).map((name) => [name, { type: 'string' }] as const);
  const { values } = parseArgs({ args, options: Object.fromEntries(accepted) });
  const read = Object.entries(defaults).map(([name, usual]) => {
    const value = values[name] ?? usual;
    return [name, typeof usual === 'number' ? Number(value) : value] as const;
  });
  return Object.fromEntries(read);
}

/** Formats figures as JSON, with one line for each innermost group. */
const formatJson = (figures: object): string =>
  `${JSON.stringify(figures, null, 2).replaceAll(/[{[][^{}[\]]*[}\]]/g, (group) => group.replaceAll(/\s+/g, ' '))}\n`;

/** Runs a program, prints its figures and keeps them in `bench/results/`, except those of a profiled run. */
async function run(name: string, program: AnyProgram, args: string[]): Promise<void> {
  const options = readOptions(program, args);
  const before = loadAverage();
  const measured = await program.measure(options);
  const load = { before, after: loadAverage() };
  say(`load average ${load.before} to ${load.after}\n`);
  say(formatReport(await program.format(measured), measured));
  const isProfiled = (options['profile'] ?? '') !== '';
  if (isProfiled) return;
  const figures = {
    measuredAt: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: load,
    ...measured,
  };
  const file = join(import.meta.dirname, '../results', `${name}.json`);
  writeFileSync(file, formatJson(figures));
}

function usageOf([name, { defaults, summary }]: [string, AnyProgram]): string {
  const accepted = Object.entries(defaults).map(
    ([option, usual]) => ` [--${option} ${usual === '' ? 'DIR' : usual}]`,
  );
  return `  script/bench ${name}${accepted.join('')}\n      ${summary}`;
}

const helpText = `Measures this system, and its peers beside it, on this machine (Linux).

Programs, with the defaults of their options:

${Object.entries(programs).map(usageOf).join('\n')}

Figures are printed, and kept in bench/results/.`;

// `process.exit` runs the handlers that end the started programs.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const [name = '', ...args] = process.argv.slice(2);
const program = programs[name];
if (program && !args.includes('--help')) await run(name, program, args);
else say(helpText);
