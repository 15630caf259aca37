import { join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { runProgram, type RunningProgram } from '../measure/run-program.ts';

/** The proxies that are measured side by side. */
export const subjectNames = ['gateway', 'express-proxy', 'fastify-proxy', 'nginx'] as const;
export type SubjectName = (typeof subjectNames)[number];

/** A proxy before the plain upstream. */
export interface Subject extends RunningProgram {
  name: SubjectName;
  url: string;
}

/** What all programs of one run share. */
export interface Bench {
  /** A directory of this run's own. */
  dir: string;
  mongoUrl: string;
  upstreamUrl: string;
}

/** Runs one of the programs beside this file, which read `PORT` and `UPSTREAM_URL`. */
export async function runOwnProgram(
  name: 'plain-upstream' | 'express-proxy' | 'fastify-proxy',
  { dir, upstreamUrl }: Pick<Bench, 'dir' | 'upstreamUrl'>,
): Promise<RunningProgram & { url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const running = await runProgram({
    command: [process.execPath, join(import.meta.dirname, 'programs', `${name}.ts`)],
    env: { NODE_ENV: 'production', PORT: String(port), UPSTREAM_URL: upstreamUrl },
    logFile: join(dir, `${name}.log`),
    readyUrl: `${url}/readyz`,
  });
  return { ...running, url };
}
