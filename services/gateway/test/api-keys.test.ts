import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { TenantModel } from '@pas/shared/models/tenant';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { call, problemOf, type Answer } from './support/http-call.ts';
import type { ReceivedRequest } from './support/echo-service.ts';
import { addKey, addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();
const tenantId = (await addTenant())._id;

const get = (path: string, headers: Record<string, string>, from?: string): Promise<Answer> =>
  call(gateway.port, path, { headers, ...(from && { from }) });

const codeOf = (answer: Answer): [number, string] => [answer.status, problemOf(answer).code];

describe('a good key', () => {
  test('becomes a principal for the service, which never gets the key', async () => {
    const { row, headers } = await addKey(tenantId, { scopes: ['units:*'], propertyIds: ['prop_a'] });
    const answer = await get('/api/admin/units?limit=5', headers);
    expect(answer.status).toBe(200);
    const seen = JSON.parse(answer.text) as ReceivedRequest;
    expect(seen).toMatchObject({ service: 'admin', environment: 'DEV', url: '/api/admin/units?limit=5' });
    expect(seen.principal).toEqual({
      kind: 'api_key',
      id: row._id,
      name: 'Night import',
      tenantId,
      scopes: ['units:*'],
      propertyIds: ['prop_a'],
      sessionId: null,
    });
    expect(seen.headers['authorization']).toBeUndefined();
  });

  test('needs one look-up for a burst of first uses', async () => {
    const { headers } = await addKey(tenantId);
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/api/admin/units', headers)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });
});

describe('401', () => {
  test('credentials_missing without any, with a challenge', async () => {
    const answer = await get('/api/admin/units', {});
    expect(codeOf(answer)).toEqual([401, 'credentials_missing']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('credentials_missing with only a cookie', async () => {
    expect(codeOf(await get('/api/admin/units', { cookie: '__Host-pas_session=abc' }))).toEqual([
      401,
      'credentials_missing',
    ]);
  });

  test.each([
    ['a wrong checksum', () => `Bearer ${mintApiKey('DEV').key.slice(0, -1)}!`],
    ['a character changed', () => `Bearer ${mintApiKey('DEV').key.replace(/_(.)/, '_$1$1')}`],
    ['no shape at all', () => 'Bearer let-me-in'],
    ['another scheme', () => 'Basic dXNlcjpwYXNz'],
    ['no scheme', () => mintApiKey('DEV').key],
  ])('key_malformed for %s', async (_what, authorization) => {
    const answer = await get('/api/admin/units', { authorization: authorization() });
    expect(codeOf(answer)).toEqual([401, 'key_malformed']);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  test('key_unknown for an unissued key, and for a known id with another secret', async () => {
    expect(
      codeOf(await get('/api/admin/units', { authorization: `Bearer ${mintApiKey('DEV').key}` })),
    ).toEqual([401, 'key_unknown']);
    const { headers } = await addKey(tenantId, { secretHash: '0'.repeat(64) });
    expect(codeOf(await get('/api/admin/units', headers))).toEqual([401, 'key_unknown']);
  });

  test.each([
    ['key_expired', 'past its time', { expiresAt: new Date(Date.now() - 1) }],
    ['key_expired', 'marked so', { status: 'EXPIRED' as const }],
    ['key_expired', 'rotated and past its grace', { status: 'ROTATING' as const, graceUntil: new Date(1) }],
    ['key_revoked', 'revoked', { status: 'REVOKED' as const }],
  ])('%s for a key %s', async (code, _what, overrides) => {
    const { headers } = await addKey(tenantId, overrides);
    expect(codeOf(await get('/api/admin/units', headers))).toEqual([401, code]);
  });

  test('key_revoked for a key of a deleted tenant', async () => {
    const tenant = await addTenant({ isLive: false, deletedAt: new Date() });
    const { headers } = await addKey(tenant._id);
    expect(codeOf(await get('/api/admin/units', headers))).toEqual([401, 'key_revoked']);
  });

  test('key_unknown for an expired key with a wrong secret, which shows nothing of the key', async () => {
    const { headers } = await addKey(tenantId, { status: 'REVOKED', secretHash: '0'.repeat(64) });
    expect(codeOf(await get('/api/admin/units', headers))).toEqual([401, 'key_unknown']);
  });

  test('token_invalid for a token on the Admin API', async () => {
    expect(
      codeOf(await get('/api/admin/units', { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' })),
    ).toEqual([401, 'token_invalid']);
  });

  test.each(['/api/v1/me', '/devices', '/payments', '/join/abc', '/nowhere', '/docs'])(
    'key_unknown for a wrong key at %s too',
    async (path) => {
      const authorization = `Bearer ${mintApiKey('DEV').key}`;
      expect(codeOf(await get(path, { authorization }))).toEqual([401, 'key_unknown']);
    },
  );
});

describe('a rotating key', () => {
  test('works until its grace ends, and every answer says since when and until when', async () => {
    const rotatedAt = new Date('2026-03-01T10:00:00.700Z');
    const graceUntil = new Date(Date.now() + 60_000);
    const { headers } = await addKey(tenantId, { status: 'ROTATING', rotatedAt, graceUntil });
    const refused = { ...headers, 'x-admin-env': 'PROD' };
    for (const [path, sent, status] of [
      ['/api/admin/units', headers, 200],
      ['/api/v1/me', headers, 403],
      ['/api/admin/units', refused, 503],
    ] as const) {
      const answer = await get(path, sent);
      expect([path, answer.status, answer.headers['deprecation'], answer.headers['sunset']]).toEqual([
        path,
        status,
        `@${Date.parse('2026-03-01T10:00:00Z') / 1000}`,
        graceUntil.toUTCString(),
      ]);
    }
  });

  test('announces its end from the second of its rotation on; its successor does not', async () => {
    const { row, headers } = await addKey(tenantId);
    const deprecationOf = async () => (await get('/api/admin/units', headers)).headers['deprecation'];
    expect(await deprecationOf()).toBeUndefined();
    const graceUntil = new Date(Date.now() + 60_000);
    const rotated = { status: 'ROTATING', graceUntil, rotatedAt: new Date() } as const;
    await ApiKeyModel.updateOne({ _id: row._id }, { $set: rotated });
    await waitUntil(deprecationOf, { what: 'Deprecation', timeoutMs: 1000, everyMs: 10 });
    const successor = await addKey(tenantId, { lineageId: row._id, rotatedFrom: row._id });
    expect((await get('/api/admin/units', successor.headers)).headers['deprecation']).toBeUndefined();
  });

  test('shares a lineage with its successor, so that the service recognises repeated requests', async () => {
    const { row } = await addKey(tenantId);
    const successor = await addKey(tenantId, { lineageId: row._id, rotatedFrom: row._id });
    const { principal } = JSON.parse(
      (await get('/api/admin/units', successor.headers)).text,
    ) as ReceivedRequest;
    expect(principal).toMatchObject({ id: successor.row._id, lineageId: row._id });
  });

  test('stops at the moment of its end, although it is cached', async () => {
    const endsAt = Date.now() + 5000;
    const { headers } = await addKey(tenantId, { expiresAt: new Date(endsAt) });
    expect((await get('/api/admin/units', headers)).status).toBe(200);
    await waitUntil(() => Date.now() > endsAt, { what: 'the key to run out' });
    expect(codeOf(await get('/api/admin/units', headers))).toEqual([401, 'key_expired']);
  });
});

describe('a revocation', () => {
  const hears = async (headers: Record<string, string>, text: string): Promise<void> => {
    await waitUntil(async () => (await get('/api/admin/units', headers)).text.includes(text), {
      what: text,
      timeoutMs: 1000,
      everyMs: 10,
    });
  };

  test('ends a key within a second', async () => {
    const { row, headers } = await addKey(tenantId);
    expect((await get('/api/admin/units', headers)).status).toBe(200);
    await ApiKeyModel.updateOne({ _id: row._id }, { $set: { status: 'REVOKED', version: 2 } });
    await hears(headers, 'key_revoked');
  });

  test('ends a busy key on every gateway within a second', async () => {
    const other = await gateway.addReplica();
    const { row, headers } = await addKey(tenantId);
    const askBoth = () =>
      Promise.all([gateway.port, other.port].map((port) => call(port, '/api/admin/units', { headers })));
    const load = await Promise.all(Array.from({ length: 20 }, askBoth));
    expect(load.flat().map(({ status }) => status)).toEqual(Array(40).fill(200));
    await ApiKeyModel.updateOne({ _id: row._id }, { $set: { status: 'REVOKED', version: 2 } });
    const isRefused = ({ text }: Answer): boolean => text.includes('key_revoked');
    await waitUntil(async () => (await askBoth()).every(isRefused), {
      what: 'both refusals',
      timeoutMs: 1000,
      everyMs: 10,
    });
    const after = await Promise.all(Array.from({ length: 20 }, askBoth));
    expect(after.flat().every(isRefused)).toBe(true);
  });

  test('by suspending the tenant starts and ends within a second', async () => {
    const tenant = await addTenant();
    const { headers } = await addKey(tenant._id);
    expect((await get('/api/admin/units', headers)).status).toBe(200);
    await TenantModel.updateOne({ _id: tenant._id }, { $set: { status: 'SUSPENDED' } });
    await hears(headers, 'tenant_suspended');
    await TenantModel.updateOne({ _id: tenant._id }, { $set: { status: 'ACTIVE' } });
    await hears(headers, '"service":"admin"');
  });
});
