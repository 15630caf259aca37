import { ApiKeyModel } from '@pas/shared/models/api-key';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ApiKey } from '../src/resources/api-keys/api-key.schema.ts';
import { addApiKey, addProperty, newTenantCaller, platformCaller, startAdmin } from './admin-harness.ts';

type Keys = { apiKeys: z.output<typeof ApiKey>[]; total: number };

const path = '/api/admin/api-keys';
const dayMs = 86_400_000;

let owner: Principal;
let tenantId: string;

const admin = await startAdmin();
beforeEach(async () => {
  owner = await newTenantCaller();
  tenantId = owner.tenantId ?? '';
});

describe('GET /api/admin/api-keys', () => {
  const list = async (query = '', as = owner) =>
    (await admin.call<Keys>('GET', `${path}?sort=createdAt${query}`, { as })).body;
  const names = ({ apiKeys }: Keys): string[] => apiKeys.map(({ name }) => name);

  beforeEach(async () => {
    for (const name of ['active', 'rotating', 'graced', 'expired', 'revoked'])
      await addApiKey(admin, owner, { name });
    const set = (name: string, fields: object) => ApiKeyModel.updateOne({ tenantId, name }, { $set: fields });
    await set('rotating', { status: 'ROTATING', graceUntil: new Date(Date.now() + dayMs) });
    await set('graced', { status: 'ROTATING', graceUntil: new Date(Date.now() - 1) });
    await set('expired', { expiresAt: new Date(Date.now() - 1) });
    await set('revoked', { status: 'REVOKED', expiresAt: new Date(Date.now() - 1) });
  });

  test('200 shows expired keys as such, in the list and by the filter', async () => {
    const all = await list();
    const statuses = ['ACTIVE', 'ROTATING', 'EXPIRED', 'EXPIRED', 'REVOKED'];
    expect(all.apiKeys.map(({ status }) => status)).toEqual(statuses);
    expect(all.total).toBe(5);
    for (const [status, expected] of [
      ['ACTIVE', ['active']],
      ['ROTATING', ['rotating']],
      ['EXPIRED', ['graced', 'expired']],
      ['REVOKED', ['revoked']],
    ] as const)
      expect(names(await list(`&status=${status}`))).toEqual(expected);
  });

  test('200 never shows a secret', async () => {
    const all = await list();
    expect(all.apiKeys.every((key) => !('secret' in key) && !('secretHash' in key))).toBe(true);
  });

  test('200 sorts and searches by name', async () => {
    const { body } = await admin.call<Keys>('GET', `${path}?sort=name&limit=2`, { as: owner });
    expect(names(body)).toEqual(['active', 'expired']);
    expect(names(await list('&q=ROT'))).toEqual(['rotating']);
  });

  test('200 shows only keys of the tenant, also to the platform', async () => {
    expect(await list('', await newTenantCaller())).toMatchObject({ apiKeys: [], total: 0 });
    expect((await list('', platformCaller(tenantId))).total).toBe(5);
  });

  test('200 shows a restricted caller only keys within its restriction', async () => {
    const [one, two] = [await addProperty(admin, owner), await addProperty(admin, owner)];
    await addApiKey(admin, owner, { name: 'inside', propertyIds: [one.id] });
    await addApiKey(admin, owner, { name: 'beyond', propertyIds: [one.id, two.id] });
    const restricted = { ...owner, propertyIds: [one.id] };
    expect(await list('', restricted)).toMatchObject({ apiKeys: [{ name: 'inside' }], total: 1 });
  });
});

describe('GET /api/admin/api-keys/{id}', () => {
  test('200 without its secret, 304 while it is unchanged, 404 for another tenant’s', async () => {
    const { id } = await addApiKey(admin, owner);
    const read = (as = owner, headers = {}) => admin.call('GET', `${path}/${id}`, { as, headers });
    const answer = await read();
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.body).toMatchObject({ apiKey: { id, status: 'ACTIVE' } });
    expect(answer.body).not.toHaveProperty('apiKey.secret');
    expect((await read(owner, { 'If-None-Match': '"1"' })).status).toBe(304);
    expect((await read(await newTenantCaller())).status).toBe(404);
  });
});
