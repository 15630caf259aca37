import { basename } from 'node:path';
import { runNodeProgram, type RunningServer } from '../measure/run-node-program.ts';
import type { BenchSystem } from './run-system.ts';

/**
 * Runs a plain program on the system's mongod, in a database of its own that is named like its file. The program reads
 * `PORT` and `MONGO_URL` in addition to `env`, and answers `/readyz`.
 */
export async function runPlainProgram(
  { dir, local }: BenchSystem,
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const mongoUrl = new URL(local.mongoUrl);
  mongoUrl.pathname = `/bench_${basename(file, '.ts').replaceAll('-', '_')}`;
  return runNodeProgram({ file, dir, env: { MONGO_URL: mongoUrl.href, ...env } });
}
