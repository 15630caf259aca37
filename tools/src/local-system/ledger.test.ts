import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { holderOf, openLedger } from './ledger.ts';

/** Writes its own process into a ledger and removes it again, until it is terminated. */
const writer = `
  import { workerData } from 'node:worker_threads';
  const { openLedger } = await import(workerData.module);
  const ledger = openLedger(workerData.file);
  for (;;) {
    ledger.add('gateway', process.ppid);
    ledger.remove(process.ppid);
  }
`;

test('a ledger names its runner at every moment of a write', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'property-access-ledger-'));
  const file = join(dir, 'processes.json');
  openLedger(file).close();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(writer)}`), {
    workerData: { module: new URL('ledger.ts', import.meta.url).href, file },
  });
  onTestFinished(async () => {
    await worker.terminate();
    rmSync(dir, { recursive: true, force: true });
  });
  await expect.poll(() => holderOf(file)).toBe(process.pid);
  const holders = new Set(Array.from({ length: 2000 }, () => holderOf(file)));
  expect([...holders]).toEqual([process.pid]);
});
