import { newId } from '@pas/shared/ids/id';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { describe, expect, test } from 'vitest';
import type { ReceivedRequest } from './support/echo-service.ts';
import { call, problemOf, sendBytes, type Answer } from './support/http-call.ts';
import { addKey, addTenant, type AddedKey } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';
import { signIn } from './support/sign-in.ts';

const gateway = await useGateway();
const tenantId = (await addTenant())._id;
const both = await addKey(tenantId);

const get = (key: AddedKey, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  call(gateway.port, path, { headers: { ...key.headers, ...headers } });
const inEnv = (key: AddedKey, name: string): Promise<Answer> =>
  get(key, '/api/admin/units', { 'x-admin-env': name });
const codeOf = (answer: Answer): [number, string] => [answer.status, problemOf(answer).code];
const seenIn = (answer: Answer): ReceivedRequest => JSON.parse(answer.text) as ReceivedRequest;

describe('X-Admin-Env', () => {
  test('chooses the Core, and the answer names it', async () => {
    for (const name of ['DEV', 'TEST']) {
      const answer = await inEnv(both, name);
      expect(seenIn(answer)).toMatchObject({ service: 'admin', environment: name });
      expect(answer.headers['x-admin-env']).toBe(name);
    }
  });

  test('is the default when it is missing', async () => {
    const answer = await get(both, '/api/admin/units');
    expect(seenIn(answer).environment).toBe('DEV');
    expect(answer.headers['x-admin-env']).toBe('DEV');
  });

  test.each([
    'QA',
    'dev',
    'DEV ,TEST',
    'DEV%20',
    'http://127.0.0.1:1',
    '../TEST',
    '__proto__',
    'A'.repeat(40),
    '',
  ])('422 unknown_environment for %j, without a request to a service', async (name) => {
    const before = gateway.admin.DEV.count() + gateway.admin.TEST.count();
    const answer = await inEnv(both, name);
    expect(codeOf(answer)).toEqual([422, 'unknown_environment']);
    expect(answer.headers['x-admin-env']).toBeUndefined();
    expect(gateway.admin.DEV.count() + gateway.admin.TEST.count()).toBe(before);
  });

  test.each(['STAGING', 'PROD'])(
    '503 environment_unavailable for %s, which has no Core here',
    async (name) => {
      const answer = await inEnv(both, name);
      expect(codeOf(answer)).toEqual([503, 'environment_unavailable']);
      expect(answer.headers['retry-after']).toBe('1');
    },
  );

  test('the 503 precedes a 403', async () => {
    const devOnly = await addKey(tenantId, { environments: ['DEV'] });
    expect(codeOf(await inEnv(devOnly, 'STAGING'))).toEqual([503, 'environment_unavailable']);
    expect(codeOf(await inEnv(devOnly, 'TEST'))).toEqual([403, 'environment_not_allowed']);
    const granted = await addKey(tenantId, { environments: ['DEV', 'STAGING'] });
    expect(codeOf(await inEnv(granted, 'STAGING'))).toEqual([503, 'environment_unavailable']);
    expect(codeOf(await inEnv(devOnly, 'QA'))).toEqual([422, 'unknown_environment']);
  });

  test('401 comes first, so strangers do not learn which environments exist', async () => {
    const answer = await call(gateway.port, '/api/admin/units', { headers: { 'x-admin-env': 'QA' } });
    expect(answer.status).toBe(401);
  });

  test('400 when it is sent twice, even with one value', async () => {
    const answer = await sendBytes(
      gateway.port,
      `GET /api/admin/units HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${both.key}\r\n` +
        'X-Admin-Env: DEV\r\nX-Admin-Env: DEV\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('malformed_request');
  });

  test('is not read outside the Admin API', async () => {
    const answer = await call(gateway.port, '/join/some-token', { headers: { 'x-admin-env': 'QA' } });
    expect(seenIn(answer)).toMatchObject({ service: 'resident', environment: 'DEV' });
    expect(answer.headers['x-admin-env']).toBeUndefined();
  });

  test('an assertion made for one environment is refused by the other’s service', async () => {
    const captured = seenIn(await inEnv(both, 'TEST')).headers['x-pas-assertion'] ?? '';
    expect(captured.split('.')).toHaveLength(3);
    const direct = (port: number) =>
      call(port, '/api/admin/units', { headers: { 'x-pas-assertion': captured } });
    expect((await direct(gateway.admin.TEST.port)).status).toBe(200);
    expect(codeOf(await direct(gateway.admin.DEV.port))).toEqual([401, 'credentials_missing']);
    expect(codeOf(await direct(gateway.resident.port))).toEqual([401, 'credentials_missing']);
    expect((await call(gateway.admin.DEV.port, '/api/admin/units')).status).toBe(401);
  });
});

describe('a refusal of a known caller', () => {
  const recorded = async (correlationId: string) =>
    (await ControlOutboxModel.find({ 'envelope.correlationid': correlationId }).lean()).map((row) => ({
      environment: row.environment,
      subject: row.subject,
      tenantId: row.tenantId,
      data: row.envelope.data,
    }));
  const refusalOf = (key: AddedKey, environment: string, denied: object) => ({
    environment,
    subject: 'pas.v1.audit.record.submitted',
    tenantId,
    data: expect.objectContaining({
      action: 'request.denied',
      outcome: 'DENIED',
      actor: { type: 'API_KEY', id: key.row._id, name: 'Night import' },
      changes: [],
      ...denied,
      context: expect.objectContaining({ service: 'gateway', environment, ip: '127.4.4.4' }) as unknown,
    }) as unknown,
  });
  const refuse = (key: AddedKey, path: string, correlationId: string, headers: Record<string, string> = {}) =>
    call(gateway.port, path, {
      headers: { ...key.headers, 'x-correlation-id': correlationId, ...headers },
      from: '127.4.4.4',
    });

  test('403 environment_not_allowed is recorded in the chosen environment', async () => {
    const devOnly = await addKey(tenantId, { environments: ['DEV'] });
    const unitId = newId('unit');
    const path = `/api/admin/units/${unitId}`;
    const answer = await refuse(devOnly, path, 'refusal-one', { 'x-admin-env': 'TEST' });
    expect(codeOf(answer)).toEqual([403, 'environment_not_allowed']);
    expect(await recorded('refusal-one')).toEqual([
      refusalOf(devOnly, 'TEST', {
        targets: [{ type: 'unit', id: unitId }],
        denial: {
          code: 'environment_not_allowed',
          scope: null,
          method: 'GET',
          route: '/api/admin/units/{id}',
        },
      }),
    ]);
  });

  test.each(['/api/v1/me', '/devices', '/telephony-a', '/join/abc', '/nowhere'])(
    '403 api_key_not_accepted_here at %s is on record in the default one',
    async (path) => {
      const correlationId = `refusal${path.replaceAll('/', '-')}`;
      const answer = await refuse(both, path, correlationId);
      expect(codeOf(answer)).toEqual([403, 'api_key_not_accepted_here']);
      const [row, ...more] = await recorded(correlationId);
      expect(row).toMatchObject({ environment: 'DEV', tenantId });
      expect(row?.data['denial']).toEqual({
        code: 'api_key_not_accepted_here',
        scope: null,
        method: 'GET',
        route: path,
      });
      expect(more).toEqual([]);
    },
  );

  test('403 tenant_suspended is recorded with its tenant', async () => {
    const suspended = await addTenant({ status: 'SUSPENDED' });
    const key = await addKey(suspended._id);
    expect(codeOf(await refuse(key, '/api/admin/units', 'refusal-three'))).toEqual([403, 'tenant_suspended']);
    const rows = await recorded('refusal-three');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ tenantId: suspended._id });
  });

  test('a 401 is not recorded', async () => {
    const expired = await addKey(tenantId, { status: 'EXPIRED' });
    expect((await refuse(expired, '/api/admin/units', 'refusal-four')).status).toBe(401);
    expect(await recorded('refusal-four')).toEqual([]);
  });
});

describe('a platform key', () => {
  const platform = () => addKey(null, { scopes: ['platform'] });

  test('names its tenant in the query, and the assertion carries it', async () => {
    const key = await platform();
    for (const tenant of ['ten_a', 'ten_b']) {
      const seen = seenIn(await get(key, `/api/admin/units?limit=1&tenantId=${tenant}`));
      expect(seen.principal).toMatchObject({ id: key.row._id, tenantId: tenant, scopes: ['platform'] });
      expect(seen.url).toBe(`/api/admin/units?limit=1&tenantId=${tenant}`);
    }
    expect(seenIn(await get(key, '/api/admin/tenants')).principal.tenantId).toBeNull();
    expect(seenIn(await get(key, '/api/admin/tenants?tenantId=')).principal.tenantId).toBeNull();
  });

  test('422 for two tenants, 404 for a malformed id', async () => {
    const key = await platform();
    expect((await get(key, '/api/admin/units?tenantId=ten_a&tenantId=ten_b')).status).toBe(422);
    expect(codeOf(await get(key, '/api/admin/units?tenantId=a%00b'))).toEqual([404, 'not_found']);
  });

  test('works in a suspended tenant', async () => {
    const suspended = await addTenant({ status: 'SUSPENDED' });
    const answer = await get(await platform(), `/api/admin/tenants/x?tenantId=${suspended._id}`);
    expect(answer.status).toBe(200);
  });

  test('the key of a tenant cannot choose another tenant', async () => {
    const seen = seenIn(await get(both, '/api/admin/units?tenantId=ten_other'));
    expect(seen.principal.tenantId).toBe(tenantId);
  });

  test('a resident cannot choose another tenant', async () => {
    const { token } = await signIn(gateway, tenantId);
    const answer = await call(gateway.port, '/api/v1/me?tenantId=ten_other', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(seenIn(answer).principal.tenantId).toBe(tenantId);
  });
});
