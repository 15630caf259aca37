import { basename, join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { runProgram, type RunningProgram } from '../measure/run-program.ts';
import type { BenchSystem } from './run-system.ts';

/** A plain program of a comparison, with its address. */
export interface PlainProgram extends RunningProgram {
  url: string;
}

/**
 * Runs a plain program on the system's mongod, in a database of its own that is named like its file. The program reads
 * `PORT` and `MONGO_URL` beside `env`, and answers `/readyz`.
 */
export async function runPlainProgram(
  { dir, local }: BenchSystem,
  file: string,
  env: Record<string, string>,
): Promise<PlainProgram> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const name = basename(file, '.ts');
  const mongoUrl = new URL(local.mongoUrl);
  mongoUrl.pathname = `/bench_${name.replaceAll('-', '_')}`;
  const running = await runProgram({
    command: [process.execPath, file],
    env: { NODE_ENV: 'production', PORT: String(port), MONGO_URL: mongoUrl.href, ...env },
    logFile: join(dir, `${name}.log`),
    readyUrl: `${url}/readyz`,
  });
  return { ...running, url };
}
