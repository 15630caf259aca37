import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const Ready = z.object({ msg: z.literal('ready'), sandboxUrl: z.url() });

let dataDir: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-main-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(dataDir, { recursive: true });
});

/** Runs the program with plain Node, which accepts less of TypeScript than the test runner. */
function run(environment: Record<string, string>) {
  const program = join(import.meta.dirname, 'main.ts');
  const started = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => started.kill('SIGKILL'));
  child = started;
  return started;
}

describe('main', () => {
  it('logs when it is ready, and closes every port on SIGTERM', async () => {
    const sandbox = run({
      SANDBOX_PORT: '0',
      MAILBOX_PORT: '0',
      SMTP_PORT: '0',
      IDENTITY_PORT: '0',
      PORTAL_URLS: 'http://portal.test',
      OPERATOR_CLIENT_SECRET: 'operator-secret',
      OPERATOR_REDIRECT_URIS: 'http://portal.test/callback',
      IDENTITY_API_SECRET: 'identity-api-secret',
      SANDBOX_DATA_DIR: dataDir,
    });
    const lines: unknown[] = await once(createInterface(sandbox.stdout), 'line');
    const { sandboxUrl } = Ready.parse(JSON.parse(String(lines[0])));
    expect((await fetch(`${sandboxUrl}/readyz`)).status).toBe(200);
    sandbox.kill('SIGTERM');
    expect(await once(sandbox, 'exit')).toEqual([0, null]);
    await expect(fetch(sandboxUrl)).rejects.toThrow('fetch failed');
  });

  it('exits with 1 and a plain message for an invalid configuration', async () => {
    const sandbox = run({});
    const [message, exit] = await Promise.all([text(sandbox.stderr), once(sandbox, 'exit')]);
    expect(exit).toEqual([1, null]);
    expect(message).toMatch(/^The sandbox's configuration is not usable:\n {2}PORTAL_URLS: /);
  });
});
