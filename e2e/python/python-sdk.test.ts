import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePythonClient, pythonClient, runPython } from '@pas/tools/python-client/run-python';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { receiveMail } from '../client/mailbox.ts';
import { createCompany } from '../client/new-company.ts';
import { actAsManager } from '../client/property-manager.ts';
import { useSystem } from '../shared-system/use-system.ts';

const example = (name: string): string => join(pythonClient, 'examples', `${name}.py`);

let python: string;
beforeAll(async () => {
  python = await preparePythonClient(['requirements.txt']);
});

test('the Python example keeps a roster in sync', async () => {
  const { local } = await useSystem();
  const { key } = await createCompany(local, { name: 'Roster' });
  const dir = await mkdtemp(join(tmpdir(), 'property-access-roster-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const email = 'roster.ann@example.test';
  const rows = ['id,unit,email,first_name,last_name', `1,Apt 4B,${email},Ann,Ott`, '2,5,nobody,Ben,Ott'];
  await writeFile(join(dir, 'roster.csv'), rows.join('\n'));
  const sync = (): Promise<string> =>
    runPython(python, [
      example('sync_roster'),
      local.gatewayUrl,
      key,
      'Cedar House',
      join(dir, 'roster.csv'),
    ]);
  const first = await sync();
  expect(first).toMatch(/^2: \{'email': /m);
  expect(first).toMatch(/ roster\.ann@example\.test INVITED$/m);
  expect(await sync()).toBe(first);
  expect(await receiveMail(local.mailboxUrl, email)).toMatchObject({ to: email });
  const manager = actAsManager({ gatewayUrl: local.gatewayUrl, key });
  expect((await manager.listUsers({ email })).total).toBe(1);
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('the Python example verifies webhooks', async () => {
  const { local } = await useSystem();
  const { key } = await createCompany(local, { name: 'Hooks' });
  const manager = actAsManager({ gatewayUrl: local.gatewayUrl, key });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/`;
  const made = manager.call<{ webhookEndpoint: { id: string; secret: string } }>('/webhook-endpoints', {
    body: { url, events: ['*'] },
  });
  const { id, secret } = (await bodyOf(made, 201)).webhookEndpoint;
  const receiver = spawn(python, [example('verify_webhooks'), String(port), secret], {
    env: { PYTHONPATH: join(pythonClient, 'src') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void receiver.kill());
  let output = '';
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const post = (): Promise<number> =>
    fetch(url, { method: 'POST', body: '{}' }).then(
      ({ status }) => status,
      () => 0,
    );
  await waitUntil(async () => (await post()) === 401, {
    what: 'the receiver',
    everyMs: 100,
  });
  await bodyOf(manager.call(`/webhook-endpoints/${id}/test`, { body: { type: 'door.denied' } }), 202);
  await expect.poll(() => output).toContain('denied: ');
});
