import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addApiKey,
  addProperty,
  newTenantCaller,
  recordCaller,
  startAdmin,
  type ApiKeyAnswer,
} from './admin-harness.ts';
import { keyEvents, keyRecords } from './api-key-row.ts';

const path = '/api/admin/api-keys';
const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

let owner: Principal;
let id: string;

const admin = await startAdmin();
beforeEach(async () => {
  owner = await newTenantCaller();
  id = (await addApiKey(admin, owner)).id;
});

const call = (
  method: string,
  to: string,
  options: { as?: Principal; body?: unknown; headers?: object } = {},
) => admin.call<ApiKeyAnswer>(method, to, { as: owner, ...options } as never);
const patch = (body: unknown, as = owner, headers = {}) =>
  call('PATCH', `${path}/${id}`, { as, body, headers });
const set = (fields: Partial<ApiKeyRow>) => ApiKeyModel.updateOne({ _id: id }, { $set: fields });
const stored = async () => (await ApiKeyModel.findById(id).lean<ApiKeyRow>()) as ApiKeyRow;

const ends: [string, Partial<ApiKeyRow>][] = [
  ['revoked', { status: 'REVOKED' }],
  ['expired', { expiresAt: new Date(1) }],
  ['past its grace period', { status: 'ROTATING', graceUntil: new Date(1) }],
];

describe('PATCH /api/admin/api-keys/{id}', () => {
  test('200 changes the sent fields, merges the rate, and writes one record without an event', async () => {
    const property = await addProperty(admin, owner);
    const asked = {
      name: 'Weekly import',
      scopes: ['units:*'],
      environments: ['PROD', 'TEST'],
      propertyIds: [property.id],
      expiresAt: inDays(200),
    };
    const { status, body, headers } = await patch({ ...asked, rateLimit: { limit: 100 } });
    expect(status).toBe(200);
    expect(body.apiKey).toMatchObject({ ...asked, rateLimit: { limit: 100, windowSeconds: 60 }, version: 2 });
    expect(headers.get('etag')).toBe('"2"');
    expect(body.apiKey).not.toHaveProperty('secret');
    const records = await keyRecords(id);
    expect(records.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.updated']);
    expect(records[1]?.changes).toContainEqual({
      path: 'name',
      before: 'Nightly import',
      after: 'Weekly import',
    });
    expect(await keyEvents(id)).toEqual([]);
  });

  test('200 changes nothing for scopes in another order', async () => {
    await set({ scopes: ['units:read', 'users:read'] });
    const { body } = await patch({ scopes: ['users:read', 'units:read'] });
    expect(body.apiKey).toMatchObject({ scopes: ['units:read', 'users:read'], version: 1 });
    expect((await keyRecords(id)).map(({ action }) => action)).toEqual(['api_key.created']);
  });

  test('200 changes nothing for equal values', async () => {
    const body = {
      name: 'Nightly import',
      scopes: ['units:read'],
      reviewDue: false,
      rateLimit: { limit: 600 },
    };
    expect((await patch(body)).body.apiKey.version).toBe(1);
    expect((await patch({})).status).toBe(200);
    expect(await keyRecords(id)).toHaveLength(1);
  });

  test('200 ends a review', async () => {
    await set({ reviewDue: true });
    expect((await patch({ reviewDue: false })).body.apiKey).toMatchObject({ reviewDue: false, version: 2 });
  });

  test('200 finds the key by its new name', async () => {
    await patch({ name: 'Weekly import' });
    const found = await admin.call<{ total: number }>('GET', `${path}?q=weekly`, { as: owner });
    expect(found.body.total).toBe(1);
  });

  test('200 cuts the grace period of a rotated key to its new end', async () => {
    await set({ status: 'ROTATING', graceUntil: new Date(inDays(6)) });
    const expiresAt = inDays(2);
    expect((await patch({ expiresAt })).body.apiKey).toMatchObject({ expiresAt, graceUntil: expiresAt });
  });

  test('401 without credentials, 404 for an unknown key and another tenant’s', async () => {
    expect((await admin.call('PATCH', `${path}/${id}`, { body: {} })).status).toBe(401);
    expect((await call('PATCH', `${path}/${newId('apiKey')}`, { body: {} })).status).toBe(404);
    expect((await patch({ name: 'Mine' }, await newTenantCaller())).status).toBe(404);
  });

  test.each([
    ['a scope that the key has', { scopes: ['users:read'] }, { name: 'Mine' }, 'insufficient_scope'],
    ['a scope that it would get', {}, { scopes: ['units:read', 'audit:read'] }, 'insufficient_scope'],
    [
      'an environment that the key has',
      { environments: ['DEV'] },
      { name: 'Mine' },
      'environment_not_allowed',
    ],
    ['an environment that it would get', {}, { environments: ['DEV'] }, 'environment_not_allowed'],
  ])('403 for %s and the caller lacks', async (_what, fields, body, code) => {
    await set(fields);
    const as = { ...owner, scopes: ['api-keys:write', 'units:read'] };
    expect(await patch(body, as)).toMatchObject({ status: 403, body: { code } });
    expect((await stored()).version).toBe(1);
  });

  test('403 for a restricted caller that would free a key of its restriction, 404 for what it cannot see', async () => {
    const [one, two] = [await addProperty(admin, owner), await addProperty(admin, owner)];
    const as = { ...owner, propertyIds: [one.id] };
    expect((await patch({ name: 'Mine' }, as)).status).toBe(404);
    await set({ propertyIds: [one.id] });
    expect((await patch({ name: 'Mine' }, as)).status).toBe(200);
    expect(await patch({ propertyIds: null }, as)).toMatchObject({
      status: 403,
      body: { code: 'property_not_allowed' },
    });
    expect((await patch({ propertyIds: [two.id] }, as)).status).toBe(404);
  });

  test.each(ends)('409 key_ended for a key that is %s', async (_what, fields) => {
    await set(fields);
    expect(await patch({ name: 'Mine' })).toMatchObject({ status: 409, body: { code: 'key_ended' } });
  });

  test('412 for another version, 200 for this one', async () => {
    expect((await patch({ name: 'A' }, owner, { 'If-Match': '"7"' })).status).toBe(412);
    expect((await patch({ name: 'A' }, owner, { 'If-Match': '"1"' })).status).toBe(200);
  });

  test.each([
    ['an end that has passed', { expiresAt: inDays(-1) }, 'expiresAt'],
    ['an end too far ahead', { expiresAt: inDays(366) }, 'expiresAt'],
    ['no name', { name: '' }, 'name'],
    ['no scopes', { scopes: [] }, 'scopes'],
    ['the platform’s scope', { scopes: ['platform'] }, 'scopes.0'],
    ['a status', { status: 'ACTIVE' }, 'status'],
    ['a rate too high', { rateLimit: { limit: 60_001 } }, 'rateLimit.limit'],
  ])('422 for %s', async (_what, body, errorPath) => {
    expect(await patch(body)).toMatchObject({ status: 422, body: { errors: [{ path: errorPath }] } });
  });

  test('422 for an end and a rate beyond those of the key that changes it', async () => {
    const as = { ...owner, id: newId('apiKey') };
    const rateLimit = { limit: 600, windowSeconds: 60 };
    await recordCaller(as.id, { rateLimit, expiresAt: new Date(inDays(95)) });
    const beyond = { expiresAt: inDays(96), rateLimit: { limit: 601 } };
    expect(await patch(beyond, as)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'expiresAt' }, { path: 'rateLimit.limit' }] },
    });
    expect((await patch({ expiresAt: inDays(94), rateLimit: { limit: 599 } }, as)).status).toBe(200);
  });
});

describe('a revocation', () => {
  const revoke = (body?: unknown, as = owner, headers = {}) =>
    call('POST', `${path}/${id}/revoke`, { as, headers, ...(body !== undefined && { body }) });
  const remove = (as = owner, headers = {}) => call('DELETE', `${path}/${id}`, { as, headers });

  test('200 keeps the record with its reason, and is one event and one record', async () => {
    const { status, body } = await revoke({ reason: 'The contract has ended.' });
    expect(status).toBe(200);
    expect(body.apiKey).toMatchObject({
      status: 'REVOKED',
      revokedAt: body.apiKey.updatedAt,
      revokedReason: 'The contract has ended.',
      version: 2,
    });
    expect((await call('GET', `${path}/${id}`)).body.apiKey.status).toBe('REVOKED');
    expect(await keyEvents(id)).toEqual([['pas.v1.keys.key.revoked', { aggregateVersion: 2, keyId: id }]]);
    const [, record] = await keyRecords(id);
    expect(record).toMatchObject({ action: 'api_key.revoked', actor: { id: owner.id } });
  });

  test('200 again changes nothing', async () => {
    await revoke({ reason: 'first' });
    for (const again of [await revoke(), await remove(), await revoke({ reason: 'second' })])
      expect([again.status, again.body.apiKey.version, again.body.apiKey.revokedReason]).toEqual([
        200,
        2,
        'first',
      ]);
    expect(await keyEvents(id)).toHaveLength(1);
  });

  test('publishes one event for fifty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => revoke()));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await keyEvents(id)).toHaveLength(1);
    expect(await keyRecords(id)).toHaveLength(2);
  });

  test.each(ends.slice(1))('200 for a key that is %s: it becomes REVOKED', async (_what, fields) => {
    await set(fields);
    expect((await call('GET', `${path}/${id}`)).body.apiKey).toMatchObject({ status: 'EXPIRED', version: 2 });
    expect((await remove()).body.apiKey).toMatchObject({ status: 'REVOKED', version: 3 });
  });

  test('404 for another tenant’s key and a restricted caller’s foreign one, 412 for another version', async () => {
    const other = await newTenantCaller();
    expect([(await revoke({}, other)).status, (await remove(other)).status]).toEqual([404, 404]);
    expect((await remove({ ...owner, propertyIds: [newId('property')] })).status).toBe(404);
    expect((await remove(owner, { 'If-Match': '"3"' })).status).toBe(412);
    expect((await stored()).status).toBe('ACTIVE');
    expect((await remove(owner, { 'If-Match': '"1"' })).status).toBe(200);
  });

  test.each([{ reason: 'x'.repeat(201) }, { reason: '' }, { why: 'x' }])('422 for %o', async (body) => {
    expect((await revoke(body)).status).toBe(422);
  });

  test('frees a slot for another key', async () => {
    await Promise.all(Array.from({ length: 24 }, () => addApiKey(admin, owner)));
    const create = () => call('POST', path, { body: { name: 'One more', scopes: ['units:read'] } });
    expect((await create()).status).toBe(409);
    await revoke();
    expect((await create()).status).toBe(201);
  });
});
