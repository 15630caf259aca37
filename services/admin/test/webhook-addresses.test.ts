import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import { expect, test } from 'vitest';
import { createWebhookEndpoint } from '../src/resources/webhook-endpoints/create-webhook-endpoint.ts';
import { adminDependencies, newTenantCaller, startAdmin } from './admin-harness.ts';
import { webhookEndpointRow } from './webhook-rows.ts';

type Answer = { webhookEndpoint: { id: string; url: string; version: number } };

const path = '/api/admin/webhook-endpoints';
const admin = await startAdmin();
const as = await newTenantCaller();
const tenantId = as.tenantId ?? '';

const create = (body: { url: string }) =>
  admin.call<Answer>('POST', path, { as, body: { events: ['door.opened'], ...body } });
const add = async (): Promise<string> => {
  const row = webhookEndpointRow(tenantId);
  await WebhookEndpointModel.insertMany([row]);
  return row._id;
};

test.each([
  'http://hooks.example.com/',
  'https://10.0.0.8/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[fe80::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://0.0.0.0/',
  'https://2852039166/',
  'https://printer.local/',
  'https://vault.internal/',
  'https://intranet/',
  'https://a..b/',
  'https://kubernetes.default.svc/',
  'https://kubernetes.default.svc.cluster.local/',
  'https://ｋubernetes.default.ｓvc/',
  'https://user:secret@hooks.example.com/',
  'ftp://hooks.example.com/',
  'hooks.example.com',
])('422 for the address %s, on creation and change', async (bad) => {
  const id = await add();
  const patch = { as, body: { url: bad } };
  const answers = [await create({ url: bad }), await admin.call('PATCH', `${path}/${id}`, patch)];
  for (const { status, body } of answers)
    expect([status, body]).toMatchObject([422, { errors: [{ path: 'url' }] }]);
});

test('201 and 200 store the normalized address', async () => {
  const made = await create({ url: ' https://ｈooks.Bücher.example./events#part' });
  const { id, url: stored } = made.body.webhookEndpoint;
  expect([made.status, stored]).toEqual([201, 'https://hooks.xn--bcher-kva.example/events']);
  const body = { url: 'HTTPS://hooks.bücher.example:443/events' };
  const same = await admin.call<Answer>('PATCH', `${path}/${id}`, {
    as,
    body,
  });
  expect(same.body.webhookEndpoint).toMatchObject({ url: stored, version: 1 });
});

test('201 for an address of this machine only in development', async () => {
  expect((await create({ url: 'http://127.0.0.1:9000/hook' })).status).toBe(201);
  const production = { ...adminDependencies.webhooks, allowsLoopback: false };
  const input = { url: 'https://127.0.0.1:9000/hook', events: ['door.opened' as const] };
  const ctx = { principal: as, tenantId } as Parameters<typeof createWebhookEndpoint>[0];
  await expect(createWebhookEndpoint(ctx, production, input)).rejects.toMatchObject({ kind: 'invalid' });
});
