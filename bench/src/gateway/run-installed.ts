import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import type { RunningServer } from '../measure/run-node-program.ts';
import { runProgram } from '../measure/run-program.ts';
import { findProgram } from './find-program.ts';
import type { Bench } from './subject.ts';

/** Directory, port and upstream of an installed server. */
export interface Place {
  dir: string;
  port: number;
  upstream: URL;
}

/** A proxy of the distribution's packages. */
export interface InstalledProxy {
  name: string;
  configuration: (place: Place) => string;
  /** The arguments, by the path of the configuration. */
  args: (file: string, dir: string) => readonly string[];
  /** Path of the readiness check; default `/readyz`. */
  readyPath?: string;
}

/** Runs an installed proxy before the upstream; null where it isn't installed. */
export async function runInstalled(
  { name, configuration, args, readyPath = '/readyz' }: InstalledProxy,
  bench: Bench,
): Promise<RunningServer | null> {
  const program = findProgram(name);
  if (program === undefined) return null;
  const dir = join(bench.dir, name);
  mkdirSync(dir);
  const port = await freePort();
  const file = join(dir, `${name}.conf`);
  writeFileSync(file, configuration({ dir, port, upstream: new URL(bench.upstreamUrl) }));
  const url = `http://127.0.0.1:${port}`;
  const running = await runProgram({
    command: [program, ...args(file, dir)],
    env: { HOME: dir },
    logFile: join(dir, `${name}.log`),
    readyUrl: `${url}${readyPath}`,
  });
  return { url, ...running };
}
