import { matchesApiKeyHash } from '@pas/shared/api-keys/hash-api-key';
import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addApiKey,
  addProperty,
  adminDependencies,
  newTenantCaller,
  recordCaller,
  startAdmin,
  type ApiKeyAnswer,
} from './admin-harness.ts';
import { keyEvents, keyRecords } from './api-key-row.ts';

const path = '/api/admin/api-keys';
const dayMs = 86_400_000;

let owner: Principal;
let tenantId: string;
let id: string;

const admin = await startAdmin();
beforeEach(async () => {
  owner = await newTenantCaller();
  tenantId = owner.tenantId ?? '';
  id = (await addApiKey(admin, owner, { name: 'Nightly import' })).id;
});

const rotate = (body?: unknown, as = owner, { key = id, headers = {} } = {}) =>
  admin.call<ApiKeyAnswer>('POST', `${path}/${key}/rotate`, {
    as,
    headers,
    ...(body !== undefined && { body }),
  });
const read = async (key = id) =>
  (await admin.call<ApiKeyAnswer>('GET', `${path}/${key}`, { as: owner })).body.apiKey;
const set = (fields: Partial<ApiKeyRow>, key = id) => ApiKeyModel.updateOne({ _id: key }, { $set: fields });
const stored = async (key: string) => (await ApiKeyModel.findById(key).lean<ApiKeyRow>()) as ApiKeyRow;
const msBetween = (from: string | null, to: string | null): number =>
  Date.parse(to ?? '') - Date.parse(from ?? '');

describe('POST /api/admin/api-keys/{id}/rotate', () => {
  test('201 answers the successor with its secret, as no-store', async () => {
    const before = await read();
    const { status, body, headers } = await rotate();
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const { secret, ...successor } = body.apiKey;
    expect(headers.get('location')).toBe(`${path}/${successor.id}`);
    const { name, scopes, environments, propertyIds, rateLimit } = before;
    expect(successor).toMatchObject({
      name,
      scopes,
      environments,
      propertyIds,
      rateLimit,
      status: 'ACTIVE',
      rotatedFrom: id,
      replacedBy: null,
      version: 1,
      createdBy: { type: 'API_KEY', id: owner.id },
      secretAvailable: true,
    });
    expect(msBetween(successor.createdAt, successor.expiresAt)).toBe(90 * dayMs);
    const row = await stored(successor.id);
    expect(matchesApiKeyHash(secret ?? '', row.secretHash, adminDependencies.apiKeys.pepper)).toBe(true);
    expect(row.lineageId).toBe(id);
  });

  test('the old key works until the end of its grace period, by default a day', async () => {
    const { body } = await rotate();
    const old = await read();
    expect(old).toMatchObject({ status: 'ROTATING', replacedBy: body.apiKey.id, version: 2 });
    expect(msBetween(old.updatedAt, old.graceUntil)).toBe(dayMs);
    expect((await rotate({ gracePeriodSeconds: 60 }, owner, { key: body.apiKey.id })).status).toBe(201);
    const next = await read(body.apiKey.id);
    expect(msBetween(next.updatedAt, next.graceUntil)).toBe(60_000);
  });

  test('the old key ends immediately without a grace period, and never after its own end', async () => {
    await rotate({ gracePeriodSeconds: 0 });
    expect((await read()).status).toBe('EXPIRED');
    const { id: short } = await addApiKey(admin, owner, {
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await rotate({}, owner, { key: short });
    const { graceUntil, expiresAt } = await read(short);
    expect(graceUntil).toBe(expiresAt);
  });

  test('writes one event and one record of both keys, without the secret', async () => {
    const { body } = await rotate();
    const { id: successorId, secret } = body.apiKey;
    const { graceUntil } = await read();
    expect(await keyEvents(id)).toEqual([
      ['pas.v1.keys.key.rotated', { aggregateVersion: 2, keyId: id, successorId, graceUntil }],
    ]);
    const records = await keyRecords(id);
    expect(records.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.rotated']);
    expect(records[1]?.targets.map((target) => target.id)).toEqual([id, successorId]);
    expect(records[1]?.changes).toContainEqual({ path: 'status', before: 'ACTIVE', after: 'ROTATING' });
    expect(JSON.stringify(records)).not.toContain(secret?.slice(-49));
  });

  test('a rotation ends the predecessor’s own predecessor', async () => {
    const second = (await rotate()).body.apiKey.id;
    await rotate({}, owner, { key: second });
    expect([(await read()).status, (await read(second)).status]).toEqual(['EXPIRED', 'ROTATING']);
    const third = await stored((await read(second)).replacedBy ?? '');
    expect([third.lineageId, third.rotatedFrom]).toEqual([id, second]);
    const [record] = await keyRecords(second);
    expect(record?.targets.map((target) => target.id)).toEqual([second, third._id, id]);
  });

  test('201 again for the same Idempotency-Key, without the secret and without a second successor', async () => {
    const headers = { 'Idempotency-Key': 'rotate-1' };
    const first = (await rotate({}, owner, { headers })).body.apiKey;
    const again = await rotate({}, owner, { headers });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body.apiKey).toEqual({ ...first, secret: null, secretAvailable: false });
    expect(await ApiKeyModel.countDocuments({ tenantId })).toBe(2);
  });

  test('one of fifty concurrent requests rotates, and the others are 409', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => rotate()));
    const codes = answers.map(({ status, body }) =>
      status === 201 ? 'done' : (body as { code?: string }).code,
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'key_not_rotatable')).toHaveLength(49);
    expect(await ApiKeyModel.countDocuments({ tenantId })).toBe(2);
    expect(await keyEvents(id)).toHaveLength(1);
  });

  test('ROTATING keys do not count towards the limit: 25 ACTIVE ones can all be rotated', async () => {
    await Promise.all(Array.from({ length: 24 }, () => addApiKey(admin, owner)));
    const keys = await ApiKeyModel.find({ tenantId }, { _id: 1 }).lean();
    const answers = await Promise.all(keys.map(({ _id: key }) => rotate({}, owner, { key })));
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(201));
    const refused = await admin.call('POST', path, {
      as: owner,
      body: { name: 'x', scopes: ['units:read'] },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'key_limit_reached' } });
  });

  test('401 without credentials, 404 for an unknown key and another tenant’s', async () => {
    expect((await admin.call('POST', `${path}/${id}/rotate`, {})).status).toBe(401);
    expect((await rotate({}, owner, { key: newId('apiKey') })).status).toBe(404);
    expect((await rotate({}, await newTenantCaller())).status).toBe(404);
  });

  test.each([
    ['a scope', { scopes: ['units:*'] }, 'insufficient_scope'],
    ['an environment', { environments: ['TEST', 'DEV'] }, 'environment_not_allowed'],
  ])('403 for %s of the key that the caller lacks', async (_what, fields, code) => {
    await set(fields);
    const as = { ...owner, scopes: ['api-keys:write', 'units:read'] };
    expect(await rotate({}, as)).toMatchObject({ status: 403, body: { code } });
    expect((await read()).status).toBe('ACTIVE');
  });

  test('404 for a restricted caller, except for a key with the same restriction', async () => {
    const property = await addProperty(admin, owner);
    const as = { ...owner, propertyIds: [property.id] };
    expect((await rotate({}, as)).status).toBe(404);
    await set({ propertyIds: [property.id] });
    expect((await rotate({}, as)).body.apiKey.propertyIds).toEqual([property.id]);
  });

  test.each([
    ['revoked', { status: 'REVOKED' as const }],
    ['expired', { expiresAt: new Date(1) }],
    ['already rotated', { status: 'ROTATING' as const, graceUntil: new Date(Date.now() + dayMs) }],
  ])('409 key_not_rotatable for a key that is %s', async (_what, fields) => {
    await set(fields);
    expect(await rotate()).toMatchObject({ status: 409, body: { code: 'key_not_rotatable' } });
  });

  test.each([-1, 604_801, 1.5, '60', null])('422 for a grace period of %o', async (gracePeriodSeconds) => {
    const answer = await rotate({ gracePeriodSeconds });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'gracePeriodSeconds' }] } });
  });
});

describe('a key that rotates a key', () => {
  const issuer = async (fields: Partial<ApiKeyRow>): Promise<Principal> => {
    const as = { ...owner, id: newId('apiKey') };
    await recordCaller(as.id, fields);
    return as;
  };

  test('201 gives the successor no later end and no higher rate than its own', async () => {
    const expiresAt = new Date(Date.now() + 10 * dayMs);
    const as = await issuer({ expiresAt, rateLimit: { limit: 60, windowSeconds: 60 } });
    expect((await rotate({}, as)).body.apiKey).toMatchObject({
      expiresAt: expiresAt.toISOString(),
      rateLimit: { limit: 60, windowSeconds: 60 },
    });
  });

  test('201 for itself keeps its end: a key cannot prolong itself', async () => {
    const { expiresAt } = await read();
    const answer = await rotate({}, { ...owner, id });
    expect([answer.status, answer.body.apiKey.expiresAt]).toEqual([201, expiresAt]);
  });

  test.each([
    ['key_revoked', { status: 'REVOKED' as const }],
    ['key_expired', { expiresAt: new Date(1) }],
  ])('401 %s after its own end', async (code, fields) => {
    expect(await rotate({}, await issuer(fields))).toMatchObject({ status: 401, body: { code } });
  });
});
