import { basename, join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { runProgram, type RunningProgram } from './run-program.ts';

/** A server program that is ready at an address. */
export interface RunningServer extends RunningProgram {
  url: string;
}

/** A program of this repository that listens on `PORT` and answers `/readyz`. */
export interface NodeProgram {
  /** Its file. */
  file: string;
  /** Directory of its log. */
  dir: string;
  /** Its environment in addition to `NODE_ENV` and `PORT`. */
  env: Readonly<Record<string, string>>;
  nodeOptions?: readonly string[];
}

/** Runs a program on a free port and returns once it is ready. */
export async function runNodeProgram({
  file,
  dir,
  env,
  nodeOptions = [],
}: NodeProgram): Promise<RunningServer> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const running = await runProgram({
    command: [process.execPath, ...nodeOptions, file],
    env: { NODE_ENV: 'production', PORT: port, ...env },
    logFile: join(dir, `${basename(file, '.ts')}.log`),
    readyUrl: `${url}/readyz`,
  });
  return { ...running, url };
}
