import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { describe, expect, test } from 'vitest';
import {
  newTenantCaller,
  platformCaller,
  recordCaller,
  startAdmin,
  type ApiKeyAnswer,
} from './admin-harness.ts';
import { apiKeyRow, keyRecords } from './api-key-row.ts';

const admin = await startAdmin();
const { tenantId } = await newTenantCaller();

interface SelfAnswer {
  self: Record<string, unknown>;
  code?: string;
}

const readSelf = (as: Principal, query = '') =>
  admin.call<SelfAnswer>('GET', `/api/admin/auth/self${query}`, { as });

const staff: Principal = {
  ...anonymous,
  kind: 'staff',
  id: 'person_1',
  name: 'Dana Reed',
  tenantId,
  scopes: ['units:read'],
  environments: ['TEST', 'PROD'],
};

/** Stores a key of the tenant without scopes for keys, and returns its caller. */
async function addKeyCaller(fields: Parameters<typeof apiKeyRow>[1] = {}): Promise<Principal> {
  const row = apiKeyRow(tenantId ?? '', { scopes: ['units:read'], environments: ['TEST'], ...fields });
  await ApiKeyModel.insertMany([row]);
  const { _id: id, name, scopes, propertyIds } = row;
  return { ...anonymous, kind: 'api_key', id, name, tenantId, scopes, propertyIds };
}

describe('GET /api/admin/auth/self', () => {
  test('200 shows a key with its end and its rate, without a scope', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const rateLimit = { limit: 7, windowSeconds: 9 };
    const as = await addKeyCaller({ expiresAt, rateLimit, propertyIds: [newId('property')] });
    const { status, body, headers } = await readSelf(as);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(body.self).toEqual({
      type: 'API_KEY',
      id: as.id,
      name: as.name,
      tenantId,
      scopes: ['units:read'],
      propertyIds: as.propertyIds,
      environments: ['TEST'],
      apiKey: { id: as.id, expiresAt: expiresAt.toISOString(), rateLimit },
    });
  });

  test('200 shows the end of the grace period for a rotated key', async () => {
    const graceUntil = new Date(Date.now() + 60_000);
    const { body } = await readSelf(await addKeyCaller({ status: 'ROTATING', graceUntil }));
    expect(body.self['apiKey']).toMatchObject({ expiresAt: graceUntil.toISOString() });
  });

  test('200 shows a person by session or by token, without an API key', async () => {
    for (const sessionId of [null, 'ops_1']) {
      expect((await readSelf({ ...staff, sessionId })).body.self).toEqual({
        type: 'STAFF',
        id: 'person_1',
        name: 'Dana Reed',
        tenantId,
        scopes: ['units:read'],
        propertyIds: null,
        environments: ['TEST', 'PROD'],
        apiKey: null,
      });
    }
  });

  test('200 shows a platform key without a tenant, or in the tenant that it names', async () => {
    const as = platformCaller();
    await recordCaller(as.id ?? '');
    expect((await readSelf(as)).body.self).toMatchObject({ tenantId: null, scopes: ['platform'] });
    const acting = await readSelf({ ...as, tenantId }, `?tenantId=${tenantId}`);
    expect(acting.body.self).toMatchObject({ id: as.id, tenantId });
  });

  test('401 for anonymous callers and residents', async () => {
    const resident = { ...anonymous, kind: 'resident' as const, id: newId('user'), tenantId };
    for (const as of [anonymous, resident]) expect((await readSelf(as)).status).toBe(401);
  });
});

describe('POST /api/admin/api-keys/self/rotate', () => {
  const rotate = (as: Principal, headers = {}) =>
    admin.call<ApiKeyAnswer & { code?: string }>('POST', '/api/admin/api-keys/self/rotate', {
      as,
      headers,
      body: { gracePeriodSeconds: 60 },
    });

  test('201 answers the successor of the calling key, which needs no scope for keys', async () => {
    const as = await addKeyCaller();
    const { status, body, headers } = await rotate(as);
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { expiresAt } = (await ApiKeyModel.findById(as.id ?? '').lean()) ?? {};
    expect(body.apiKey).toMatchObject({
      rotatedFrom: as.id,
      scopes: ['units:read'],
      secretAvailable: true,
      expiresAt: expiresAt?.toISOString(),
    });
    expect((await keyRecords(as.id ?? '')).map(({ action }) => action)).toEqual(['api_key.rotated']);
    expect(await rotate(as)).toMatchObject({ status: 409, body: { code: 'key_not_rotatable' } });
  });

  test('201 again for the same Idempotency-Key, without the secret', async () => {
    const as = await addKeyCaller();
    const headers = { 'Idempotency-Key': 'rotate-self' };
    const first = (await rotate(as, headers)).body.apiKey;
    const again = await rotate(as, headers);
    expect([again.status, again.body.apiKey]).toEqual([
      201,
      { ...first, secret: null, secretAvailable: false },
    ]);
  });

  test.each<[string, () => Principal]>([
    ['a person', () => staff],
    ['a platform key', () => platformCaller()],
    ['a platform key in a tenant', () => platformCaller(tenantId)],
  ])('403 api_key_required for %s', async (_who, caller) => {
    expect(await rotate(caller())).toMatchObject({ status: 403, body: { code: 'api_key_required' } });
  });
});
