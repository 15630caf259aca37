import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from './wait-until.ts';

/** A worker that starts a process to be killed with itself, and prints its id. */
const owner = `
  import { spawn } from 'node:child_process';
  import '${join(import.meta.dirname, 'setup-worker.ts')}';
  import { killOnExit } from '${join(import.meta.dirname, 'end-process.ts')}';
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  killOnExit(child);
  console.log(child.pid);
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends a worker together with the processes that it owns',
  async (name) => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', owner], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(parent, 'exit');
    const [written] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(written);
    expect(isAlive(pid)).toBe(true);
    parent.kill(name);
    expect(await ended).toEqual([null, name]);
    await waitUntil(() => !isAlive(pid), { what: 'the owned process to end' });
  },
);
