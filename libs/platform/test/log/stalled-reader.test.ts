import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { killOnExit } from '@pas/testing/end-process';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, 'chatty-program.ts');

test('a process whose log nobody reads keeps 16 MiB of it in memory at most', async () => {
  const child = spawn(process.execPath, ['--expose-gc', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  killOnExit(child);
  const [{ grown }] = (await once(child, 'message')) as [{ grown: number }];
  child.kill('SIGKILL');
  expect(grown / 1024 ** 2).toBeLessThan(24);
});
