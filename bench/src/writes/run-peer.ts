import { join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { runProgram, type RunningProgram } from '../measure/run-program.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** The plain program, which writes what a change of ours writes and nothing else. */
export interface Peer extends RunningProgram {
  url: string;
}

/** Runs the plain program on the system's mongod, in a database of its own. */
export async function runPeer({ dir, local }: BenchSystem): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const mongoUrl = new URL(local.mongoUrl);
  mongoUrl.pathname = '/bench_peer';
  const running = await runProgram({
    command: [process.execPath, join(import.meta.dirname, 'programs/plain-writes.ts')],
    env: { NODE_ENV: 'production', PORT: String(port), MONGO_URL: mongoUrl.href },
    logFile: join(dir, 'plain-writes.log'),
    readyUrl: `${url}/readyz`,
  });
  return { ...running, url };
}
