import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startChild } from '@pas/testing/child-server';
import { endProcess } from '@pas/testing/end-process';
import { waitUntil } from '@pas/testing/wait-until';

describe('a child server', () => {
  let logFile: string;
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'property-access-'));
    logFile = join(dir, 'child.log');
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const run = (program: string) =>
    startChild([process.execPath, '--eval', program], { logFile, isDetached: false });

  test('that ends by itself fails with its exit code and what it wrote', async () => {
    const child = await run('console.error("the port is taken"); process.exit(3)');
    await expect(child.failed).rejects.toThrow(/\(3\)[^]*the port is taken/);
  });

  test('that ignores the polite signal is ended by force', async () => {
    const child = await run(
      'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("deaf")',
    );
    await waitUntil(async () => (await readFile(logFile, 'utf8')).includes('deaf'), {
      what: 'the child to run',
    });
    await endProcess(child.pid, 50);
    await expect(child.failed).rejects.toThrow('SIGKILL');
  });

  test('that is gone already is no error to end', async () => {
    const child = await run('');
    await expect(child.failed).rejects.toThrow('(0)');
    await expect(child.stop()).resolves.toBeUndefined();
  });

  test('whose program does not exist fails at once', async () => {
    const missing = startChild([join(dir, 'missing')], { logFile, isDetached: false });
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
