import { join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { runProgram, type RunningProgram } from '../measure/run-program.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** The plain receiver of webhooks, which verifies and inserts and does nothing else. */
export interface PlainReceiver extends RunningProgram {
  url: string;
}

/** Runs the plain receiver on the system's mongod, in a database of its own. */
export async function runPlainReceiver({ dir, local }: BenchSystem): Promise<PlainReceiver> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const mongoUrl = new URL(local.mongoUrl);
  mongoUrl.pathname = '/bench_flood';
  const running = await runProgram({
    command: [process.execPath, join(import.meta.dirname, 'programs/plain-webhooks.ts')],
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      MONGO_URL: mongoUrl.href,
      SECRET: local.webhookSecrets.payments,
    },
    logFile: join(dir, 'plain-webhooks.log'),
    readyUrl: `${url}/readyz`,
  });
  return { ...running, url };
}
