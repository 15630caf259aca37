import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { isRunning } from '@pas/tools/local-system/process-identity';
import { claimFreeBlock } from '@pas/tools/local-system/taken-ports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScriptServer, type ScriptServer } from './run-script-server.ts';
import { openScriptServerHome, readStats, readTenants, type ScriptServerHome } from './script-server-home.ts';

// The long form is in script-server.long.test.ts.
describe('script/server', () => {
  let home: ScriptServerHome;
  let running: ScriptServer;

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

  test('prints all addresses, and makes the file readable only by its owner', async () => {
    expect(statSync(home.inData('local.json')).mode & 0o777).toBe(0o600);
    const local = home.readLocal();
    expect(local).toMatchObject({
      gatewayUrl: `http://127.0.0.1:${home.port}`,
      portalUrl: `http://localhost:${home.port}`,
      environments: { DEV: { gatewayUrl: `http://127.0.0.1:${home.port}` } },
    });
    const pages = [local.docsUrl, `${local.mailboxUrl}/api/messages`, local.sandboxUrl];
    const discovery = `${local.identityIssuer}/.well-known/openid-configuration`;
    const answers = await Promise.all([...pages, discovery].map((url) => fetch(url)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const url of [local.gatewayUrl, local.docsUrl, local.mailboxUrl, local.sandboxUrl]) {
      expect(running.printed()).toContain(url);
    }
  });

  test('prints a working link of an invite', async () => {
    const [, link = ''] = /^Open invite +(\S+)$/m.exec(running.printed()) ?? [];
    const page = await fetch(link);
    expect([link, page.status]).toEqual([expect.stringContaining(`:${home.port}/join/`), 200]);
    expect(await page.text()).toContain('<form method="post"');
  });

  test('prints a request that works unchanged', async () => {
    const [, header = '', url = ''] = /^curl -H '(.+)' '(.+)'$/m.exec(running.printed()) ?? [];
    const [name = '', value = ''] = header.split(': ');
    const response = await fetch(url, { headers: { [name]: value } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ total: 3 });
  });

  test('makes every process ready', async () => {
    const gateways = [
      home.readLocal().gatewayUrl,
      home.readLocal().webhooksUrl,
      home.readLocal().environments.TEST.gatewayUrl,
    ];
    // A gateway may briefly treat a slow service as frozen.
    const isReady = async (url: string): Promise<true> => {
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
      return true;
    };
    for (const url of gateways) await waitUntil(() => isReady(url), { what: `${url} to be ready` });
  });

  test('creates two tenants with two hundred units in DEV, and a building of each in TEST', async () => {
    const { gatewayUrl, environments, apiKey, secondTenantApiKey, platformApiKey } = home.readLocal();
    const first = await readStats(gatewayUrl, apiKey);
    const second = await readStats(gatewayUrl, secondTenantApiKey);
    expect(first.stats.properties + second.stats.properties).toBe(5);
    expect(first.stats.units.total + second.stats.units.total).toBe(200);
    const inTest = await readStats(environments.TEST.gatewayUrl, apiKey);
    expect(inTest.stats).toMatchObject({ environment: 'TEST', properties: 1, units: { total: 6 } });
    expect(await readTenants(gatewayUrl, platformApiKey)).toMatchObject({ total: 2 });
  });

  test('creates a resident with the printed password', async () => {
    const { gatewayUrl, resident } = home.readLocal();
    const response = await fetch(`${gatewayUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(resident),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ tokenType: 'Bearer' });
  });

  test('refuses a second run on its directory or its ports, with the next step', async () => {
    const sameData = home.start();
    expect(await sameData.untilEnded()).toBe(1);
    expect(sameData.printed()).toMatch(/runs on .*data already[^]*--data OTHER_DIR --port OTHER_PORT/);

    const samePorts = runScriptServer(['--data', 'other', '--port', String(home.port)], home.path);
    expect(await samePorts.untilEnded()).toBe(1);
    expect(samePorts.printed()).toMatch(new RegExp(`${home.port} \\(gateway\\)[^]*add --port \\d+`));
    expect(existsSync(join(home.path, 'other/processes.json'))).toBe(false);
    expect((await fetch(`${home.readLocal().gatewayUrl}/readyz`)).status).toBe(200);
  });

  test('refuses unknown options, and lists the valid ones', async () => {
    const wrong = runScriptServer(['--prot', '1'], home.path);
    expect(await wrong.untilEnded()).toBe(1);
    expect(wrong.printed()).toBe("script/server: Unknown option '--prot'. See script/server --help.\n");
    const help = runScriptServer(['--help'], home.path);
    expect(await help.untilEnded()).toBe(0);
    expect(help.printed()).toContain('--replicas N');
  });

  test('lists every port that another program uses', async () => {
    const { port: free, release } = await claimFreeBlock(home.port + 400, 1);
    const otherServer = createServer().listen(free + 7, '127.0.0.1');
    await once(otherServer, 'listening');
    const refused = runScriptServer(['--data', 'refused', '--port', String(free)], home.path);
    expect(await refused.untilEnded()).toBe(1);
    expect(refused.printed()).toContain(`${free + 7} (mongod)`);
    otherServer.close();
    await release();
  });

  test('leaves no process after Ctrl-C', async () => {
    const processes = home.entries();
    expect(processes.map(({ name }) => name)).toContain('resident-1');
    running.signal('SIGINT');
    expect(await running.untilEnded()).toBe(0);
    expect(processes.filter(isRunning)).toEqual([]);
    expect(existsSync(home.inData('local.json'))).toBe(false);
  });
});
