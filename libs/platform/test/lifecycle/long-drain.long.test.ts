import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { killOnExit } from '@pas/testing/end-process';
import { expect, test } from 'vitest';

test('a process stops in order after a drain of 16 seconds', async () => {
  const program = join(import.meta.dirname, 'draining-server.ts');
  const child = spawn(process.execPath, [program, 'drain'], { stdio: ['ignore', 'pipe', 'inherit'] });
  killOnExit(child);
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const chunk of child.stdout) {
    lines.push(String(chunk));
    if (lines.length === 1) child.kill('SIGTERM');
  }
  expect(await exited).toEqual([0, null]);
  expect(lines.join('')).toContain('"stopped"');
});
