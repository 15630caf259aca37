import { execFile, fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { programEnvironment } from '@pas/testing/program-environment';
import type { TestDatabases } from '@pas/testing/test-databases';
import type { CommandResult, CommandRequest } from './command-host.ts';

/** Output and exit code of the program. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

/** Returns the settings with which `pas` uses the databases of a test. */
export const settingsFor = (
  { coreUrl, controlUrl }: TestDatabases,
  further: Environment = {},
): Environment => ({
  ENVIRONMENT: 'DEV',
  MONGO_URL: coreUrl,
  CONTROL_MONGO_URL: controlUrl,
  ...further,
});

const program = join(import.meta.dirname, '../src/main.ts');

/** Runs `pas` in a process of its own, with the given environment. */
export function runPasProcess(args: readonly string[], env: Environment): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { env: { ...programEnvironment(), ...env } },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}

let host: ChildProcess | undefined;
let asked = 0;

/** Starts the host process. It ends when the test process closes its channel. */
function startHost(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'command-host.ts'), { env: programEnvironment() });
  child.setMaxListeners(0);
  child.once('exit', () => (host = undefined));
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * Runs a command of `pas` in a shared process. Starting Node and loading the program takes longer than most commands.
 */
export function runPas(args: readonly string[], environment: Environment): Promise<Outcome> {
  const child = (host ??= startHost());
  const id = ++asked;
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error(`pas ${args.join(' ')} ended its process.`));
    const take = ({ id: answered, ...outcome }: CommandResult): void => {
      if (answered !== id) return;
      child.off('message', take).off('exit', ended);
      resolve(outcome);
    };
    child.on('message', take).once('exit', ended);
    child.send({ id, args, environment } satisfies CommandRequest);
  });
}
