import { helpText, readCommandLine, type CommandLine } from './command-line.ts';
import { findOpenInvite, findVisitedNumber } from './find-examples.ts';
import { repositoryDir } from './plans/node-program.ts';
import { secondsSinceStart } from './seconds-since-start.ts';
import { StartFailure } from './start-failure.ts';
import { startLocalSystem, type LocalSystem } from './start-local-system.ts';
import { summarize } from './summary.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Drain time in milliseconds: enough for the gateway to drop a stopping replica, and short for a waiting person. */
const drainMs = 300;

/** Handles SIGINT and SIGTERM: the first one stops in order, the second one immediately. */
function untilSignalled(): AbortController {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (interrupted.signal.aborted) process.exit(1);
      say('\nStopping. Press Ctrl-C again to kill all processes immediately.');
      interrupted.abort(new StartFailure(`Interrupted by ${signal}.`));
    });
  }
  return interrupted;
}

async function describe(
  { local, directory }: LocalSystem,
  { storesOnly = false }: CommandLine,
): Promise<string> {
  if (storesOnly) return 'Only mongod and nats-server run, for script/restore.';
  const [inviteUrl, visitedNumber] = await Promise.all([findOpenInvite(local), findVisitedNumber(local)]);
  return summarize(local, directory, { inviteUrl, visitedNumber });
}

async function run(commandLine: CommandLine): Promise<void> {
  const { signal } = untilSignalled();
  say(`Starting on port ${commandLine.port}, data in ${commandLine.dataDir}`);
  const system = await startLocalSystem({
    ...commandLine,
    environment: process.env,
    restarts: true,
    hasGatewayReplicas: true,
    drainMs,
    report: say,
    signal,
  });
  say(
    `${await describe(system, commandLine)}\nReady in ${secondsSinceStart().toFixed(1)} s. Ctrl-C stops it.`,
  );
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  await system.stop();
}

try {
  const commandLine = readCommandLine(process.argv.slice(2), { workingDir: process.cwd(), repositoryDir });
  if (commandLine) await run(commandLine);
  else say(helpText);
} catch (error) {
  const isExplained = error instanceof StartFailure;
  process.stderr.write(`script/server: ${isExplained ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
// All processes have ended, but an aborted start may still poll a store.
process.exit();
