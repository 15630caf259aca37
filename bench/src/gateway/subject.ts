import { join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { runProgram, type RunningProgram } from '../measure/run-program.ts';

/** A proxy before the plain upstream. */
export interface Subject extends RunningProgram {
  url: string;
}

/** Settings that all programs of one run share. */
export interface Bench {
  /** A directory of this run's own. */
  dir: string;
  mongoUrl: string;
  upstreamUrl: string;
}

/** The programs of this directory. Each reads `PORT`, `UPSTREAM_URL` and its own settings. */
export type OwnProgram =
  | 'plain-upstream'
  | 'express-proxy'
  | 'fastify-proxy'
  | 'empty-gateway'
  | 'fastify-features'
  | 'naive-gateway';

/** Runs one of the programs of this directory. */
export async function runOwnProgram(
  name: OwnProgram,
  { dir, upstreamUrl }: Pick<Bench, 'dir' | 'upstreamUrl'>,
  env: Readonly<Record<string, string>> = {},
): Promise<Subject> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const running = await runProgram({
    command: [process.execPath, join(import.meta.dirname, 'programs', `${name}.ts`)],
    env: { ...env, NODE_ENV: 'production', PORT: String(port), UPSTREAM_URL: upstreamUrl },
    logFile: join(dir, `${name}.log`),
    readyUrl: `${url}/readyz`,
  });
  return { ...running, url };
}
