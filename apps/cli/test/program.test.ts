import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runPas } from './run-pas.ts';

test('--version prints the release and the build', async () => {
  const { code, stdout } = await runPas(['--version'], { BUILD_ID: 'a1b2c3d' });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^pas \d+\.\d+\.\d+ \(build a1b2c3d\)\n$/)]);
});

test('a reader that closes the pipe early ends the program without an error', async () => {
  const program = join(import.meta.dirname, '../src/main.ts');
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [messages] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([child.exitCode, messages]).toEqual([0, '']);
});

test('script/pas prints its help before the first start of the local system, and runs no command', async () => {
  const script = join(import.meta.dirname, '../../../script/pas');
  const run = (...args: string[]) =>
    promisify(execFile)(script, args, { env: { ...process.env, LOCAL_DATA: '/nowhere' } });
  expect((await run('doctor', '--help')).stdout).toMatch(/^Usage: pas doctor /);
  await expect(run('doctor')).rejects.toMatchObject({
    stderr: expect.stringContaining('Run script/server first') as string,
  });
});
