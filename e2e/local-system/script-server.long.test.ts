import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import type { LocalFile } from '@pas/tools/local-system/local-file';
import { isRunning } from '@pas/tools/local-system/process-identity';
import { claimFreeBlock } from '@pas/tools/local-system/taken-ports';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runScriptServer, type ScriptServer } from './run-script-server.ts';
import {
  openScriptServerHome,
  readStats,
  type NotedProcess,
  type ScriptServerHome,
} from './script-server-home.ts';

describe('script/server, killed and started again', () => {
  let home: ScriptServerHome;
  let running: ScriptServer;

  async function createProperty(name: string): Promise<number> {
    const { gatewayUrl, apiKey } = home.readLocal();
    const response = await fetch(`${gatewayUrl}/api/admin/properties`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    return response.status;
  }

  beforeAll(async () => {
    home = await openScriptServerHome();
    running = home.start();
    await running.untilReady();
  });
  afterAll(async () => {
    running.signal('SIGINT');
    await running.untilEnded();
    await home.remove();
  });

  test('restarts killed processes', async () => {
    const killed = ['mongod', 'nats-server', 'gateway', 'admin-1', 'sandbox'];
    for (const { name, pid } of home.entries()) if (killed.includes(name)) process.kill(pid, 'SIGKILL');
    const isBack = (name: string): boolean => running.printed().includes(`${name} is back.`);
    await waitUntil(() => killed.every(isBack), { what: 'the processes to be back' });
    expect(await createProperty('After the fault')).toBe(201);
  });

  test('leaves no process after Ctrl-C, and restarts with the same keys and data', async () => {
    const before = home.readLocal();
    const processes = home.entries();
    expect(processes.map(({ name }) => name)).toContain('resident-1');
    running.signal('SIGINT');
    expect(await running.untilEnded()).toBe(0);
    expect(processes.filter(isRunning)).toEqual([]);
    expect(existsSync(home.inData('local.json'))).toBe(false);

    running = home.start();
    await running.untilReady();
    expect(home.readLocal()).toEqual(before);
    expect((await readStats(before.gatewayUrl, before.apiKey)).stats.properties).toBe(4);
  });

  test('ends the remaining processes of a killed run', async () => {
    const left = home.entries();
    running.signal('SIGKILL');
    expect(await running.untilEnded()).toBeNull();
    expect(left.every(isRunning)).toBe(true);

    running = home.start('--replicas', '2');
    await running.untilReady();
    expect(running.printed()).toContain('Ended processes that an earlier run had left');
    expect(left.filter(isRunning)).toEqual([]);
    expect(home.entries().map(({ name }) => name)).toEqual(expect.arrayContaining(['admin-2', 'resident-2']));
  });

  test('leaves no process when it is interrupted during its start', async () => {
    const { port: otherPort, release } = await claimFreeBlock(home.port + 200, 1);
    onTestFinished(release);
    const other = runScriptServer(['--data', 'other', '--port', String(otherPort)], home.path);
    const ledger = join(home.path, 'other/processes.json');
    const started = await waitUntil(
      () => {
        const list = JSON.parse(readFileSync(ledger, 'utf8')) as NotedProcess[];
        return list.some(({ name }) => name === 'gateway') ? list : null;
      },
      { what: 'the first processes' },
    );
    other.signal('SIGTERM');
    expect(await other.untilEnded()).toBe(1);
    expect(started.filter(isRunning)).toEqual([]);
    expect(existsSync(join(home.path, 'other/local.json'))).toBe(false);
  });

  test('creates keys and tenants without a demo with --empty', async () => {
    const { port: otherPort, release } = await claimFreeBlock(home.port + 200, 1);
    onTestFinished(release);
    const other = runScriptServer(['--data', 'empty', '--port', String(otherPort), '--empty'], home.path);
    try {
      await other.untilReady();
      const local = JSON.parse(readFileSync(join(home.path, 'empty/local.json'), 'utf8')) as LocalFile;
      expect(local.resident).toBeNull();
      expect(other.printed()).not.toMatch(/^(Resident|Open invite)/m);
      expect((await readStats(local.gatewayUrl, local.apiKey)).stats.properties).toBe(0);
      expect((await readStats(local.gatewayUrl, local.secondTenantApiKey)).stats.properties).toBe(0);
    } finally {
      other.signal('SIGINT');
      await other.untilEnded();
    }
  });
});
