import { join } from 'node:path';
import { runNodeProgram, type RunningServer } from '../measure/run-node-program.ts';

/** Settings that all programs of one run share. */
export interface Bench {
  /** A directory of this run's own. */
  dir: string;
  mongoUrl: string;
  upstreamUrl: string;
}

/** Runs one of the programs of this directory. Each reads `PORT`, `UPSTREAM_URL` and its own settings. */
export const runOwnProgram = (
  name: string,
  { dir, upstreamUrl }: Pick<Bench, 'dir' | 'upstreamUrl'>,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> =>
  runNodeProgram({
    file: join(import.meta.dirname, 'programs', `${name}.ts`),
    dir,
    env: { ...env, UPSTREAM_URL: upstreamUrl },
  });
