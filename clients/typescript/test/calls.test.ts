import { expect, test } from 'vitest';
import { createAdminClient, createControllerClient, type Plan } from '../src/index.ts';
import { problem } from './scripted-server.ts';
import { inOrder, useAdmin, useServer } from './use-server.ts';

const unit = { id: 'unit_1', propertyId: 'prop_1', label: '4B', version: 3 };

test('ensuring a unit sends its body with the key, and returns the unit', async () => {
  const { client, server } = await useAdmin(inOrder({ status: 201, body: { unit } }));
  expect(await client.units.ensure({ propertyId: 'prop_1', label: '4B' })).toEqual(unit);
  const [request] = server.requests;
  expect(request).toMatchObject({ method: 'POST', path: '/api/admin/units' });
  expect(JSON.parse(request?.body ?? '')).toEqual({ propertyId: 'prop_1', label: '4B' });
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer pas_dev_key',
    'content-type': 'application/json',
    'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/) as string,
    'x-correlation-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
  });
});

test('a page keeps the total, and knows whether more rows follow', async () => {
  const { client, server } = await useAdmin(
    inOrder({ body: { units: [unit], total: 9, limit: 1, offset: 4 } }),
  );
  const page = await client.units.list({ limit: 1, offset: 4, occupancy: 'VACANT' });
  expect(page).toEqual({ items: [unit], total: 9, limit: 1, offset: 4, hasMore: true });
  expect(server.requests[0]?.query.toString()).toBe('limit=1&offset=4&occupancy=VACANT');
});

test('withResponse shows version, replay, correlation id and rate limit', async () => {
  const headers = {
    etag: '"3"',
    'idempotency-replayed': 'true',
    'x-correlation-id': 'corr-12345',
    ratelimit: '"key";r=412;t=23',
    'ratelimit-policy': '"key";q=600;w=60',
  };
  const { client } = await useAdmin(inOrder({ status: 200, headers, body: { unit } }));
  const answer = await client.units.ensure({ propertyId: 'prop_1', label: '4B' }).withResponse();
  const rateLimit = { limit: 600, windowSeconds: 60, remaining: 412, resetSeconds: 23 };
  expect(answer).toMatchObject({
    data: unit,
    status: 200,
    etag: '"3"',
    isReplayed: true,
    correlationId: 'corr-12345',
    rateLimit,
  });
  expect(client.rateLimit).toEqual(rateLimit);
});

test('environment, person, reason and version of a change are headers', async () => {
  const options = { environment: 'DEV', onBehalfOf: 'Jordan' };
  const { client, server } = await useAdmin(inOrder({ body: { unit } }), options);
  await client.units.update('unit_1', { floor: '4' }, { ifMatch: 3, environment: 'TEST', reason: 'roster' });
  expect(server.requests[0]?.headers).toMatchObject({
    'x-admin-env': 'TEST',
    'x-pas-on-behalf-of': 'Jordan',
    'x-pas-reason': 'roster',
    'if-match': '"3"',
  });
});

test('a dry run returns the plan, whose hash the change sends', async () => {
  const plan: Plan = {
    hash: `t5z0f4-${'a'.repeat(43)}`,
    operation: 'deleteUnit',
    expiresAt: '2026-03-01T09:30:00.000Z',
    effects: [{ kind: 'unit', count: 1, examples: [{ id: 'unit_1', label: '4B' }] }],
  };
  const { client, server } = await useAdmin(
    inOrder({ body: { plan } }, { status: 204 }, { body: { plan } }, { body: { results: [] } }),
  );
  const found: Plan = await client.units.delete('unit_1', { query: { dryRun: true } });
  expect(found).toEqual(plan);
  await client.units.delete('unit_1', { query: { plan: found.hash } });
  const { bulk } = client.onboarding.invites;
  expect(await bulk.revoke({ inviteIds: ['inv_1'] }, { query: { dryRun: true } })).toEqual(plan);
  expect(await bulk.revoke({ inviteIds: ['inv_1'] }, { query: { plan: plan.hash } })).toEqual([]);
  const sent = ['dryRun=true', `plan=${plan.hash}`];
  expect(server.requests.map(({ query }) => query.toString())).toEqual([...sent, ...sent]);
});

test('a platform key names its tenant only where an operation takes it', async () => {
  const { client, server } = await useAdmin(inOrder({ body: {} }), { tenantId: 'ten_1' });
  await client.stats.get();
  await client.auth.getSelf();
  await client.units.delete('unit_1');
  expect(server.requests.map(({ query }) => query.get('tenantId'))).toEqual(['ten_1', null, 'ten_1']);
});

test('an id stays one segment of the path', async () => {
  const { client, server } = await useAdmin(inOrder({ body: { unit } }));
  await client.units.get('a/b?c');
  expect(server.requests[0]?.path).toBe('/api/admin/units/a%2Fb%3Fc');
});

test.each(['', '.', '..', undefined])('the id %j is refused, since it leads to another path', async (id) => {
  const { client, server } = await useAdmin(inOrder({ body: {} }));
  await expect(client.units.delete(id as string)).rejects.toThrow('units.delete');
  expect(server.requests).toEqual([]);
});

test('a deletion returns nothing, and a table stays a stream', async () => {
  const csv = 'unit,email\n';
  const { client } = await useAdmin(({ method }) => (method === 'DELETE' ? { status: 204 } : { body: csv }));
  expect(await client.units.delete('unit_1')).toBeUndefined();
  const template = await client.imports.residents.getTemplate();
  expect(await template.text()).toBe(csv);
});

test('a table is sent as text or as a file of a form', async () => {
  const { client, server } = await useAdmin(inOrder({ status: 201, body: { import: { id: 'imp_1' } } }));
  const query = { propertyId: 'prop_1', createUnits: true };
  await client.imports.residents.dryRun('unit,email\n', { query });
  const form = new FormData();
  form.set('file', new Blob(['unit,email\n'], { type: 'text/csv' }), 'roster.csv');
  await client.imports.residents.dryRun(form);
  expect(server.requests[0]?.query.toString()).toBe('propertyId=prop_1&createUnits=true');
  expect(server.requests.map(({ headers }) => headers['content-type'])).toEqual([
    'text/csv',
    expect.stringMatching(/^multipart\/form-data; boundary=/),
  ]);
});

test('the address of a log-in is returned, not followed', async () => {
  const { client } = await useAdmin(inOrder({ status: 302, headers: { location: 'https://idp.test/' } }));
  expect(await client.auth.logIn()).toEqual({ location: 'https://idp.test/' });
});

test('unknown fields and values of a newer service pass through', async () => {
  const newer = { ...unit, occupancy: 'SHARED', heating: { kind: 'GAS' } };
  const { client } = await useAdmin(inOrder({ body: { unit: newer, hint: 'new' } }));
  expect(await client.units.get('unit_1')).toEqual(newer);
});

test('a controller sends its key', async () => {
  const server = await useServer(inOrder({ status: 204 }));
  const client = createControllerClient({ baseUrl: `${server.url}/`, controllerKey: 'pac_key' });
  await client.access.sendHeartbeat({ accessPointIds: ['door_1'] });
  expect(server.requests[0]).toMatchObject({
    path: '/access/heartbeat',
    headers: { authorization: 'Bearer pac_key' },
  });
});

test('hooks see each request and may add a trace; the second one gets no credentials', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const statuses: unknown[] = [];
  const { client, server } = await useAdmin(inOrder({ body: {} }), {
    onRequest: ({ headers }) => headers.set('traceparent', traceparent),
    onResponse: (info) => void statuses.push({ ...info, durationMs: 0 }),
  });
  await client.stats.get({}, { correlationId: 'corr-12345' });
  expect(server.requests[0]?.headers['traceparent']).toBe(traceparent);
  expect(statuses).toEqual([
    {
      operation: 'stats.get',
      method: 'GET',
      url: `${server.url}/api/admin/stats`,
      attempt: 1,
      correlationId: 'corr-12345',
      status: 200,
      error: null,
      durationMs: 0,
    },
  ]);
});

test('a key that was replaced meanwhile is read again, once', async () => {
  const { client, server } = await useAdmin(({ headers }) =>
    headers.authorization === 'Bearer second' ? { body: { stats: {} } } : problem(401, 'key_expired'),
  );
  await expect(client.stats.get()).rejects.toMatchObject({ status: 401, code: 'key_expired', attempts: 1 });
  const keys = ['first', 'second', 'second'];
  const renewed = createAdminClient({ baseUrl: server.url, apiKey: () => keys.shift() ?? '' });
  expect(await renewed.stats.get()).toEqual({});
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer pas_dev_key',
    'Bearer first',
    'Bearer second',
  ]);
});

test('an API key can come from a function', async () => {
  const server = await useServer(inOrder({ body: {} }));
  const keys = ['first', 'second'];
  const client = createAdminClient({ baseUrl: server.url, apiKey: async () => keys.shift() ?? '' });
  await client.stats.get();
  await client.stats.get();
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer first',
    'Bearer second',
  ]);
});
