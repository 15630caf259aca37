import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAdminClient } from '@pas/client';
import { freePort } from '@pas/testing/free-port';
import { waitUntil } from '@pas/testing/wait-until';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useSystem } from '../shared-system/use-system.ts';

const run = promisify(execFile);
const example = (name: string): string => join(repositoryDir, 'clients/typescript/examples', name);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pas-examples-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('sync-roster creates each resident in its unit once, and prints the changes', async () => {
  const { local } = await useSystem();
  const client = createAdminClient({ baseUrl: local.gatewayUrl, apiKey: local.apiKey });
  const { id } = await client.properties.create({ name: 'Roster', address: { country: 'US' } });
  const prefix = randomUUID().slice(0, 8);
  const roster = ['Reyes', 'Ortiz'].map((lastName, index) => ({
    id: `${prefix}-${index}`,
    unit: `Apt ${index + 1}`,
    firstName: 'Jordan',
    lastName,
    email: `roster.${prefix}.${index}@example.test`,
  }));
  const file = join(dir, 'roster.json');
  await writeFile(file, JSON.stringify(roster));
  const env = { ...process.env, PAS_URL: local.gatewayUrl, PAS_API_KEY: local.apiKey };
  const sync = async (...more: string[]) =>
    JSON.parse(
      (await run(process.execPath, [example('sync-roster.ts'), id, file, ...more], { env })).stdout,
    ) as {
      synced: number;
      changes: number;
      next: string;
    };
  const first = await sync();
  expect(first).toMatchObject({ synced: 2, changes: 2 });
  expect(await sync(first.next)).toMatchObject({ synced: 2, next: first.next });
  const { items, total } = await client.users.list({ propertyId: id, sort: 'lastName' });
  expect(items.map(({ lastName, externalId }) => [lastName, externalId])).toEqual([
    ['Ortiz', `${prefix}-1`],
    ['Reyes', `${prefix}-0`],
  ]);
  expect(total).toBe(2);
});

test('verify-webhooks accepts a signed webhook and refuses a forged one', async () => {
  const secret = `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), PAS_WEBHOOK_SECRETS: `whsec_b2xk,${secret}` };
  const server = spawn(process.execPath, [example('verify-webhooks.ts')], { env });
  let printed = '';
  server.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    await waitUntil(() => printed.includes('listening'), { what: 'the example' });
    const accessEvent = { accessPointId: 'door_1', subject: { name: 'Jordan Reyes' } };
    const body = JSON.stringify({
      type: 'door.opened',
      timestamp: new Date().toISOString(),
      data: { accessEvent },
    });
    const at = new Date();
    const send = async (signed: string): Promise<number> => {
      const headers = {
        'webhook-id': 'ev_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('ev_1', at, signed),
      };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    };
    expect([await send(body), await send(body), await send(`${body} `)]).toEqual([204, 204, 401]);
    await waitUntil(() => printed.includes('door_1 opened by Jordan Reyes'), { what: 'the line' });
    expect(printed.match(/opened by/g)).toHaveLength(1);
  } finally {
    server.kill();
  }
});
