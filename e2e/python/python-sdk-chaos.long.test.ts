import { join } from 'node:path';
import { preparePythonClient, runPython } from '@pas/tools/python-client/run-python';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCompany } from '../client/new-company.ts';
import { startDrill, type Drill } from '../faults/drill.ts';
import { startChaosProxy } from './chaos-proxy.ts';

const timeout = 30 * 60_000;
const count = 10_000;
let python: string;
let drill: Drill;
beforeAll(async () => {
  [python, drill] = await Promise.all([
    preparePythonClient(['requirements.txt']),
    startDrill({ replicas: 2 }),
  ]);
}, timeout);
afterAll(() => drill.stop());

test(
  'through lost answers, refusals and killed replicas the Python client creates each invite once and reads each event once',
  { timeout },
  async () => {
    const { key } = await createCompany(drill.local, { name: 'Chaos' });
    const proxy = await startChaosProxy(drill.local.gatewayUrl);
    onTestFinished(() => proxy.stop());
    const program = join(import.meta.dirname, 'client_scenario/chaos.py');
    const running = runPython(python, [program, proxy.url, key, String(count)]);
    for (const replica of ['admin-1', 'admin-2']) {
      const answered = proxy.fates.get('passed') ?? 0;
      await expect
        .poll(() => proxy.fates.get('passed') ?? 0, { timeout: 600_000 })
        .toBeGreaterThan(answered + 300);
      await drill.kill(replica);
      await drill.start(replica);
    }
    expect(JSON.parse(await running)).toEqual({ created: count, listed: count, same: true, events: count });
    expect(proxy.fates.get('answer lost')).toBeGreaterThan(100);
    expect(proxy.fates.get('refused')).toBeGreaterThan(100);
  },
);
