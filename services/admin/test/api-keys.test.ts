import { matchesApiKeyHash } from '@pas/shared/api-keys/hash-api-key';
import { parseApiKey } from '@pas/shared/api-keys/key-format';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addProperty,
  adminDependencies,
  newTenantCaller,
  platformCaller,
  recordCaller,
  startAdmin,
  type ApiKeyAnswer,
} from './admin-harness.ts';

const path = '/api/admin/api-keys';
const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

let owner: Principal;
let tenantId: string;

const admin = await startAdmin();
beforeEach(async () => {
  owner = await newTenantCaller();
  tenantId = owner.tenantId ?? '';
});

const create = (body: unknown, as = owner, headers: Record<string, string> = {}) =>
  admin.call<ApiKeyAnswer>('POST', path, { as, body, headers });
const wanted = (fields: object = {}) => ({ name: 'Nightly import', scopes: ['units:read'], ...fields });

describe('POST /api/admin/api-keys', () => {
  test('201 shows the secret once, and the record with its defaults', async () => {
    const { status, body, headers } = await create(wanted());
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const { secret, expiresAt, createdAt, ...apiKey } = body.apiKey;
    expect(apiKey).toEqual({
      id: expect.stringMatching(/^key_/) as string,
      tenantId,
      updatedAt: createdAt,
      version: 1,
      name: 'Nightly import',
      prefix: secret?.slice(0, -50),
      last4: secret?.slice(-4),
      scopes: ['units:read'],
      environments: ['TEST'],
      propertyIds: null,
      rateLimit: { limit: 600, windowSeconds: 60 },
      status: 'ACTIVE',
      graceUntil: null,
      rotatedFrom: null,
      replacedBy: null,
      lastUsedAt: null,
      revokedAt: null,
      revokedReason: null,
      createdBy: { type: 'API_KEY', id: owner.id, name: 'Test key' },
      reviewDue: false,
      leakedAt: null,
      leakSource: null,
      leakUrl: null,
      secretAvailable: true,
    });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(90 * dayMs);
    const row = await ApiKeyModel.findOne({ publicId: parseApiKey(secret ?? '')?.publicId ?? '' }).lean();
    const { pepper } = adminDependencies.apiKeys;
    expect(matchesApiKeyHash(secret ?? '', row?.secretHash ?? '', pepper)).toBe(true);
    expect(JSON.stringify(row)).not.toContain(secret?.slice(-49));
  });

  test('201 applies the request, without duplicate scopes and environments', async () => {
    const property = await addProperty(admin, owner);
    const asked = {
      scopes: ['units:*', 'audit:read'],
      environments: ['TEST'],
      propertyIds: [property.id],
      rateLimit: { limit: 60_000, windowSeconds: 3600 },
      expiresAt: inDays(365),
    };
    const twice = { ...asked, scopes: [...asked.scopes, 'units:*'], environments: ['TEST', 'TEST'] };
    expect((await create(wanted(twice))).body.apiKey).toMatchObject(asked);
    const { body } = await create(wanted({ rateLimit: { limit: 5 } }));
    expect(body.apiKey.rateLimit).toEqual({ limit: 5, windowSeconds: 60 });
  });

  test('one record shows it, without the secret', async () => {
    const { body } = await create(wanted());
    const rows = await ControlOutboxModel.find({ tenantId }).lean();
    expect(rows.map(({ envelope }) => envelope.data)).toMatchObject([
      { action: 'api_key.created', targets: [{ type: 'api_key', id: body.apiKey.id }] },
    ]);
    expect(JSON.stringify(rows)).not.toContain(body.apiKey.secret?.slice(-49));
  });

  test('201 again for the same Idempotency-Key, without the secret and without a second key', async () => {
    const headers = { 'Idempotency-Key': 'issue-1' };
    const first = await create(wanted(), owner, headers);
    const again = await create(wanted(), owner, headers);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const kept = { ...first.body.apiKey, secret: null, secretAvailable: false };
    expect(again.body.apiKey).toEqual(kept);
    expect(await ApiKeyModel.countDocuments({ tenantId })).toBe(1);
    expect(await ControlOutboxModel.countDocuments({ tenantId })).toBe(1);
  });

  test.each([
    ['a scope', { scopes: ['calls:read'] }, 'calls:read'],
    ['more of a resource', { scopes: ['units:*'] }, 'units:write'],
    ['a single action', { scopes: ['onboarding:dispatch'] }, 'onboarding:dispatch'],
    ['one of several', { scopes: ['units:read', 'audit:write'] }, 'audit:write'],
  ])('403 for %s that the issuer lacks', async (_what, fields, scope) => {
    const as = { ...owner, scopes: ['api-keys:write', 'units:read', 'audit:read'] };
    const answer = await create(wanted(fields), as);
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(answer.headers.get('www-authenticate')).toContain(`scope="${scope}"`);
  });

  test('201 for all of a resource by an issuer that holds both halves of it, or is the platform', async () => {
    const as = { ...owner, scopes: ['api-keys:write', 'units:read', 'units:write'] };
    expect((await create(wanted({ scopes: ['units:*'] }), as)).status).toBe(201);
    const platform = platformCaller(tenantId);
    await recordCaller(platform.id ?? '');
    const { status, body } = await create(wanted({ scopes: ['calls:*'] }), platform);
    expect([status, body.apiKey.tenantId]).toEqual([201, tenantId]);
  });

  test('201 for the scope of a single action by an issuer that holds the write scope of its resource', async () => {
    const as = { ...owner, scopes: ['api-keys:write', 'onboarding:write', 'access-points:*'] };
    const scopes = ['onboarding:dispatch', 'access-points:unlock'];
    const { status, body } = await create(wanted({ scopes }), as);
    expect([status, body.apiKey.scopes]).toEqual([201, scopes]);
  });

  test('403 for an environment that the issuer’s own key lacks', async () => {
    const answer = await create(wanted({ environments: ['TEST', 'DEV'] }));
    expect(answer).toMatchObject({ status: 403, body: { code: 'environment_not_allowed' } });
    const { body } = await create(wanted({ environments: ['TEST', 'PROD'] }));
    expect(body.apiKey.environments).toEqual(['TEST', 'PROD']);
    const staff: Principal = { ...owner, kind: 'staff', id: 'staff_1' };
    expect((await create(wanted({ environments: ['PROD'] }), staff)).status).toBe(403);
    expect((await create(wanted({ environments: ['TEST'] }), staff)).status).toBe(201);
    const both = { ...staff, environments: ['TEST', 'DEV'] };
    expect((await create(wanted({ environments: ['DEV', 'TEST'] }), both)).status).toBe(201);
    expect((await create(wanted({ environments: ['DEV', 'PROD'] }), both)).status).toBe(403);
  });

  test('403 for an issuer that is restricted to some properties', async () => {
    const as = { ...owner, propertyIds: [newId('property')] };
    const answer = await create(wanted({ propertyIds: as.propertyIds }), as);
    expect(answer).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
  });

  test('404 for a property of another tenant', async () => {
    const foreign = await addProperty(admin, await newTenantCaller());
    expect((await create(wanted({ propertyIds: [foreign.id] }))).status).toBe(404);
  });

  test.each([
    ['no name', { name: undefined }, 'name'],
    ['no scopes', { scopes: undefined }, 'scopes'],
    ['an empty list of scopes', { scopes: [] }, 'scopes'],
    ['more than 40 scopes', { scopes: Array(41).fill('units:read') }, 'scopes'],
    ['the platform’s scope', { scopes: ['platform'] }, 'scopes.0'],
    ['a scope that is none', { scopes: ['units:read', 'doors:open'] }, 'scopes.1'],
    ['no environment', { environments: [] }, 'environments'],
    ['an end that has passed', { expiresAt: inDays(-1) }, 'expiresAt'],
    ['an end too far away', { expiresAt: inDays(366) }, 'expiresAt'],
    ['a limit too high', { rateLimit: { limit: 60_001 } }, 'rateLimit.limit'],
    ['a window too long', { rateLimit: { windowSeconds: 3601 } }, 'rateLimit.windowSeconds'],
  ])('422 for %s', async (_what, fields, errorPath) => {
    const answer = await admin.call('POST', path, { as: owner, body: wanted(fields) });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: errorPath }] } });
    expect(await ApiKeyModel.countDocuments({ tenantId })).toBe(0);
  });

  test('409 beyond 25 live keys, also for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(wanted())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(25);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(25);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'key_limit_reached' });
    expect(await ApiKeyModel.countDocuments({ tenantId })).toBe(25);
    const ended = await ApiKeyModel.find({ tenantId }, { _id: 1 }).limit(3).lean();
    await ApiKeyModel.updateOne({ _id: ended[0]?._id ?? '' }, { $set: { status: 'REVOKED' } });
    await ApiKeyModel.updateOne({ _id: ended[1]?._id ?? '' }, { $set: { expiresAt: new Date(0) } });
    await ApiKeyModel.updateOne({ _id: ended[2]?._id ?? '' }, { $set: { status: 'ROTATING' } });
    for (const status of [201, 201, 201, 409]) expect((await create(wanted())).status).toBe(status);
  });
});

describe('a key that issues a key', () => {
  /** Returns a caller whose own key ends in ten days and has 60 requests a minute. */
  async function smallIssuer(fields: Partial<ApiKeyRow> = {}): Promise<Principal> {
    const id = newId('apiKey');
    const rateLimit = { limit: 60, windowSeconds: 60 };
    await recordCaller(id, { rateLimit, expiresAt: new Date(inDays(10)), ...fields });
    return { ...owner, id };
  }

  test('201 cut by default to the life and the rate of its issuer', async () => {
    const as = await smallIssuer();
    const issuer = await ApiKeyModel.findById(as.id).lean<ApiKeyRow>();
    const { body } = await create(wanted(), as);
    expect(body.apiKey).toMatchObject({
      expiresAt: issuer?.expiresAt.toISOString(),
      rateLimit: { limit: 60, windowSeconds: 60 },
    });
  });

  test('201 cut to the end of its issuer’s grace period', async () => {
    const graceUntil = new Date(Date.now() + dayMs);
    const as = await smallIssuer({ status: 'ROTATING', graceUntil });
    expect((await create(wanted(), as)).body.apiKey.expiresAt).toBe(graceUntil.toISOString());
  });

  test('422 names an end and a rate beyond its issuer’s', async () => {
    const beyond = { expiresAt: inDays(11), rateLimit: { limit: 61, windowSeconds: 60 } };
    const answer = await create(wanted(beyond), await smallIssuer());
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'expiresAt' }, { path: 'rateLimit.limit' }] },
    });
    expect(await ApiKeyModel.countDocuments({ tenantId })).toBe(0);
  });

  test.each([
    ['key_revoked', { status: 'REVOKED' as const }],
    ['key_expired', { expiresAt: new Date(1) }],
  ])('401 %s after its own end', async (code, fields) => {
    const answer = await create(wanted(), await smallIssuer(fields));
    expect(answer).toMatchObject({ status: 401, body: { code } });
  });
});
