import { newId } from '@pas/shared/ids/id';
import { PublicEventModel } from '@pas/shared/models/public-event';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxEndpoints } from '../src/resources/webhook-endpoints/create-webhook-endpoint.ts';
import { addProperty, adminDependencies, newTenantCaller, startAdmin } from './admin-harness.ts';
import { publicEventRow, webhookEndpointRow } from './webhook-rows.ts';

interface Endpoint {
  id: string;
  url: string;
  status: string;
  version: number;
  secret: string | null;
  secretAvailable: boolean;
}
type Answer = { webhookEndpoint: Endpoint };
type AttemptAnswer = { attempt: { id: string; eventId: string; status: string; number: number } };

const path = '/api/admin/webhook-endpoints';
const url = 'https://hooks.example.com/events';

describe('webhook endpoints', () => {
  let admin: ServiceHarness;
  let as: Principal;
  let tenantId: string;

  beforeAll(async () => {
    admin = await startAdmin();
  });
  beforeEach(async () => {
    as = await newTenantCaller();
    tenantId = as.tenantId ?? '';
  });

  const create = (body: object = {}, options: { as?: Principal; headers?: Record<string, string> } = {}) =>
    admin.call<Answer>('POST', path, { as, body: { url, events: ['door.opened'], ...body }, ...options });
  const add = async (fields: Partial<WebhookEndpointRow> = {}) => {
    const row = webhookEndpointRow(tenantId, fields);
    await WebhookEndpointModel.insertMany([row]);
    return row._id;
  };
  const post = <Body = AttemptAnswer>(id: string, action: string, body: object, caller = as) =>
    admin.call<Body & { code?: string }>('POST', `${path}/${id}/${action}`, { as: caller, body });

  test('201 shows the secret once, and stores it encrypted', async () => {
    const { status, body, headers } = await create();
    const { id, secret } = body.webhookEndpoint;
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await admin.call<Answer>('GET', `${path}/${id}`, { as });
    expect(shown.body.webhookEndpoint).not.toHaveProperty('secret');
    const stored = await WebhookEndpointModel.findOne({ tenantId, _id: id }).lean();
    expect(JSON.stringify(stored)).not.toContain(secret?.slice(6));
    expect(adminDependencies.webhooks.texts.open(stored?.secrets[0]?.sealed ?? '')).toBe(secret);
  });

  test('201 repeated with its Idempotency-Key answers the endpoint without the secret', async () => {
    const headers = { 'idempotency-key': newId('event') };
    const [first, second] = [await create({}, { headers }), await create({}, { headers })];
    expect(second.body.webhookEndpoint).toMatchObject({
      id: first.body.webhookEndpoint.id,
      secret: null,
      secretAvailable: false,
    });
  });

  test('403 for a type whose read scope the caller lacks, by name and by *', async () => {
    const caller = { ...as, scopes: ['webhooks:*', 'users:read'] };
    expect((await create({ events: ['resident.moved_in'] }, { as: caller })).status).toBe(201);
    for (const events of [['door.opened'], ['*']])
      expect((await create({ events }, { as: caller })).status).toBe(403);
  });

  test('403 for changing the address or the secret of an endpoint with events beyond the caller’s scopes', async () => {
    const id = await add({ events: ['door.opened'] });
    const caller = { ...as, scopes: ['webhooks:*', 'users:read'] };
    const patch = await admin.call('PATCH', `${path}/${id}`, { as: caller, body: { url: `${url}/2` } });
    expect([patch.status, (await post(id, 'rotate-secret', {}, caller)).status]).toEqual([403, 403]);
  });

  test('a restricted caller must name its own properties, and sees no endpoint beyond them', async () => {
    const [own, other] = [await addProperty(admin, as), await addProperty(admin, as)];
    const caller = { ...as, propertyIds: [own.id] };
    expect((await create({}, { as: caller })).status).toBe(403);
    expect((await create({ propertyIds: [other.id] }, { as: caller })).status).toBe(403);
    expect((await create({ propertyIds: [own.id] }, { as: caller })).status).toBe(201);
    const [whole, both] = [await add(), await add({ propertyIds: [own.id, other.id] })];
    const listed = await admin.call<{ total: number }>('GET', path, { as: caller });
    expect(listed.body.total).toBe(1);
    for (const id of [whole, both])
      expect((await admin.call('GET', `${path}/${id}`, { as: caller })).status).toBe(404);
  });

  test('409 above the limit', async () => {
    await WebhookEndpointModel.insertMany(
      Array.from({ length: maxEndpoints }, () => webhookEndpointRow(tenantId)),
    );
    expect((await create()).body).toMatchObject({ code: 'webhook_endpoint_limit' });
  });

  test('409 above the limit also for concurrent requests', async () => {
    await WebhookEndpointModel.insertMany(
      Array.from({ length: maxEndpoints - 2 }, () => webhookEndpointRow(tenantId)),
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    const countOf = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([countOf(201), countOf(409)]).toEqual([2, 6]);
    expect(await WebhookEndpointModel.countDocuments({ tenantId, isLive: true })).toBe(maxEndpoints);
  });

  test('200 for a pause, and for a start that clears failures; no new version without a change', async () => {
    const id = await add({ status: 'DISABLED', disabledReason: 'FAILING', failingSince: new Date() });
    const patch = (body: object) => admin.call<Answer>('PATCH', `${path}/${id}`, { as, body });
    expect((await patch({ status: 'ACTIVE' })).body.webhookEndpoint).toMatchObject({
      status: 'ACTIVE',
      failingSince: null,
      disabledReason: null,
      version: 2,
    });
    expect((await patch({ status: 'ACTIVE' })).body.webhookEndpoint.version).toBe(2);
    expect((await patch({ status: 'PAUSED' })).body.webhookEndpoint.status).toBe('PAUSED');
    expect((await patch({ status: 'DISABLED' })).status).toBe(422);
  });

  test('200 for a new address, which starts without the failures of the former', async () => {
    const failingSince = new Date('2026-03-01T09:30:00.000Z');
    const id = await add({ url, failingSince });
    const patch = async (body: object) =>
      (await admin.call<Answer>('PATCH', `${path}/${id}`, { as, body })).body.webhookEndpoint;
    expect(await patch({ url, description: 'Doors' })).toMatchObject({
      failingSince: failingSince.toISOString(),
    });
    expect(await patch({ url: `${url}/2` })).toMatchObject({ failingSince: null, version: 3 });
  });

  test('200 for a rotation: both secrets are valid for 24 hours', async () => {
    const id = await add();
    const { status, body } = await post<Answer>(id, 'rotate-secret', {});
    const stored = await WebhookEndpointModel.findOne({ tenantId, _id: id }).lean<WebhookEndpointRow>();
    const [newest, previous] = stored?.secrets ?? [];
    expect([status, newest?.until, stored?.secrets.length]).toEqual([200, null, 2]);
    expect(adminDependencies.webhooks.texts.open(newest?.sealed ?? '')).toBe(body.webhookEndpoint.secret);
    const leftMs = (previous?.until?.getTime() ?? 0) - Date.now();
    expect(leftMs / 3_600_000).toBeGreaterThan(23.9);
    expect(leftMs / 3_600_000).toBeLessThanOrEqual(24);
  });

  test('204 for a deletion, then 404', async () => {
    const id = await add();
    const statuses = [];
    for (const method of ['DELETE', 'DELETE', 'GET'])
      statuses.push((await admin.call(method, `${path}/${id}`, { as })).status);
    expect(statuses).toEqual([204, 404, 404]);
  });

  test('202 plans a test event, a resend and a recovery', async () => {
    const id = await add({ events: ['resident.moved_in'] });
    const event = publicEventRow(tenantId);
    await PublicEventModel.insertMany([event]);
    const tested = await post(id, 'test', { type: 'door.opened' });
    const resent = await post(id, 'resend', { eventId: event._id });
    const since = new Date(Date.now() - 86_400_000).toISOString();
    const recovered = await post<Answer>(id, 'recover', { since });
    expect([tested.status, resent.status, recovered.status]).toEqual([202, 202, 202]);
    expect(resent.body.attempt).toMatchObject({ eventId: event._id, status: 'PENDING', number: 1 });
    const query = `?eventId=${event._id}&status=PENDING`;
    const listed = await admin.call<{ attempts: { id: string }[]; total: number }>(
      'GET',
      `${path}/${id}/attempts${query}`,
      { as },
    );
    expect(listed.body).toMatchObject({ total: 1, attempts: [{ id: resent.body.attempt.id }] });
    expect(await WebhookAttemptModel.countDocuments({ tenantId })).toBe(2);
  });

  test('202 resends a test event only at its own endpoint', async () => {
    const [id, other] = [await add(), await add()];
    const { eventId } = (await post(id, 'test', { type: 'door.opened' })).body.attempt;
    const resent = await post(id, 'resend', { eventId });
    expect([resent.status, resent.body.attempt]).toMatchObject([202, { eventId, number: 1 }]);
    expect((await post(other, 'resend', { eventId })).status).toBe(404);
    const stored = await WebhookAttemptModel.find({ tenantId, endpointId: id, eventId }).lean();
    expect(stored.map(({ type, entityId }) => [type, entityId])).toEqual([
      ['door.opened', null],
      ['door.opened', null],
    ]);
  });

  test('404 for an event that is unknown or not subscribed', async () => {
    const id = await add({ events: ['door.opened'] });
    const event = publicEventRow(tenantId);
    await PublicEventModel.insertMany([event]);
    const paused = await add({ status: 'PAUSED' });
    for (const eventId of [event._id, newId('event')])
      expect((await post(id, 'resend', { eventId })).status).toBe(404);
    expect((await post(paused, 'resend', { eventId: newId('event') })).status).toBe(404);
  });

  test('409 for sending to an endpoint that is not active', async () => {
    const id = await add({ status: 'PAUSED' });
    const since = new Date().toISOString();
    for (const [action, body] of [
      ['test', { type: 'door.opened' }],
      ['recover', { since }],
    ] as const)
      expect((await post(id, action, body)).body.code).toBe('webhook_endpoint_inactive');
  });

  test.each([-1, 31])('422 for a recovery that begins %i days ago', async (days) => {
    const since = new Date(Date.now() - days * 86_400_000 - 60_000 * Math.sign(days)).toISOString();
    expect((await post(await add(), 'recover', { since })).status).toBe(422);
  });
});
