import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import type { LocalFile } from '@pas/tools/local-system/local-file';
import { isRunning } from '@pas/tools/local-system/process-identity';
import { findFreeBlock } from '@pas/tools/local-system/taken-ports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScriptServer, type ScriptServer } from './run-script-server.ts';

interface Entry {
  name: string;
  pid: number;
  identity: string;
}

interface Stats {
  stats: { properties: number; units: { total: number } };
}

describe('script/server, killed and started again', () => {
  let home: string;
  let port: number;
  let running: ScriptServer;

  const inData = (name: string): string => join(home, 'data', name);
  const readLocal = (): LocalFile => JSON.parse(readFileSync(inData('local.json'), 'utf8')) as LocalFile;
  /** Its processes; the runner itself stands first. */
  const entries = (): Entry[] =>
    (JSON.parse(readFileSync(inData('processes.json'), 'utf8')) as Entry[]).slice(1);
  const start = (...options: string[]): ScriptServer =>
    runScriptServer(['--data', 'data', '--port', String(port), ...options], home);

  async function getJson(url: string, key: string): Promise<unknown> {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
    expect(response.status).toBe(200);
    return response.json();
  }

  const readStats = async (url: string, key: string): Promise<Stats> =>
    (await getJson(`${url}/api/admin/stats`, key)) as Stats;

  async function createProperty(name: string): Promise<number> {
    const { gatewayUrl, apiKey } = readLocal();
    const response = await fetch(`${gatewayUrl}/api/admin/properties`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    return response.status;
  }

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'property-access-home-'));
    port = await findFreeBlock(24_000, 1);
    running = start();
    await running.untilReady();
  });
  afterAll(async () => {
    running.signal('SIGINT');
    await running.untilEnded();
    rmSync(home, { recursive: true, force: true });
  });

  test('heals when its processes are killed', async () => {
    const killed = ['mongod', 'nats-server', 'gateway', 'admin-1', 'sandbox'];
    for (const { name, pid } of entries()) if (killed.includes(name)) process.kill(pid, 'SIGKILL');
    const isBack = (name: string): boolean => running.printed().includes(`${name} is back.`);
    await waitUntil(() => killed.every(isBack), { what: 'the processes to be back', timeoutMs: 60_000 });
    expect(await createProperty('After the fault')).toBe(201);
  });

  test('leaves no process after Ctrl-C, and comes back with the same keys and data', async () => {
    const before = readLocal();
    const processes = entries();
    expect(processes.map(({ name }) => name)).toContain('resident-1');
    running.signal('SIGINT');
    expect(await running.untilEnded()).toBe(0);
    expect(processes.filter(isRunning)).toEqual([]);
    expect(existsSync(inData('local.json'))).toBe(false);

    running = start();
    await running.untilReady();
    expect(readLocal()).toEqual(before);
    expect((await readStats(before.gatewayUrl, before.apiKey)).stats.properties).toBe(4);
  });

  test('ends processes that are left of a killed run', async () => {
    const left = entries();
    running.signal('SIGKILL');
    expect(await running.untilEnded()).toBeNull();
    expect(left.every(isRunning)).toBe(true);

    running = start('--replicas', '2');
    await running.untilReady();
    expect(running.printed()).toContain('Ended processes that an earlier run had left');
    expect(left.filter(isRunning)).toEqual([]);
    expect(entries().map(({ name }) => name)).toEqual(expect.arrayContaining(['admin-2', 'resident-2']));
  });

  test('leaves no process when it is interrupted on its way up', async () => {
    const otherPort = await findFreeBlock(port + 200, 1);
    const other = runScriptServer(['--data', 'other', '--port', String(otherPort)], home);
    const ledger = join(home, 'other/processes.json');
    const started = await waitUntil(
      () => {
        const list = JSON.parse(readFileSync(ledger, 'utf8')) as Entry[];
        return list.some(({ name }) => name === 'gateway') ? list : null;
      },
      { what: 'the first processes', timeoutMs: 60_000 },
    );
    other.signal('SIGTERM');
    expect(await other.untilEnded()).toBe(1);
    expect(started.filter(isRunning)).toEqual([]);
    expect(existsSync(join(home, 'other/local.json'))).toBe(false);
  });

  test('makes keys and tenants, and no demo, with --empty', async () => {
    const otherPort = await findFreeBlock(port + 200, 1);
    const other = runScriptServer(['--data', 'empty', '--port', String(otherPort), '--empty'], home);
    try {
      await other.untilReady();
      const local = JSON.parse(readFileSync(join(home, 'empty/local.json'), 'utf8')) as LocalFile;
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
