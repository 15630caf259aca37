import type { FieldProblem } from '@pas/platform/errors/fault';
import type { ServiceHarness, TestCall } from '@pas/testing/service-harness';
import { anonymous } from '@pas/shared/principal/principal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { owner, platform, reader, resident, startToy } from './toy-service.ts';
import { knownId, missingId } from './toy.routes.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy();
});
afterAll(() => toy.stop());

const json = { 'content-type': 'application/json' };
const big = `{"label":"${'x'.repeat(1024 * 1024)}"}`;
const missing = `/api/admin/units/${missingId}`;

interface Raw {
  method: string;
  path: string;
  as: TestCall['as'];
  headers?: Record<string, string>;
  body?: string;
}

async function codeOf({ method, path, as = null, headers = json, body }: Raw): Promise<string> {
  const response = await toy.send(path, { method, as, headers, ...(body !== undefined && { body }) });
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
}

describe('the answer to several faults names', () => {
  test.each<[string, string, Raw]>([
    [
      'a missing assertion before an unknown path',
      '401 credentials_missing',
      { method: 'GET', path: '/nowhere', as: null },
    ],
    [
      'an unknown path before everything else',
      '404 path_not_found',
      { method: 'POST', path: '/nowhere', as: reader, body: '{' },
    ],
    [
      'the method before the scope',
      '405 method_not_allowed',
      { method: 'DELETE', path: '/api/admin/units', as: reader },
    ],
    [
      'the kind of caller before the scope',
      '401 token_invalid',
      { method: 'POST', path: '/api/admin/units', as: resident, body: '{' },
    ],
    [
      'the scope before an unreadable body',
      '403 insufficient_scope',
      { method: 'POST', path: '/api/admin/units', as: reader, body: '{' },
    ],
    [
      'the scope before a large body',
      '403 insufficient_scope',
      { method: 'PATCH', path: missing, as: reader, body: big },
    ],
    [
      'the scope before a bad query',
      '403 insufficient_scope',
      { method: 'PATCH', path: `${missing}?x=1`, as: reader, body: '{}' },
    ],
    [
      'a large body before a bad query',
      '413 body_too_large',
      { method: 'PATCH', path: `${missing}?x=1`, as: owner, body: big },
    ],
    [
      'the media type before a bad query',
      '415 unsupported_media_type',
      {
        method: 'PATCH',
        path: `${missing}?x=1`,
        as: owner,
        headers: { 'content-type': 'text/csv' },
        body: 'a,b',
      },
    ],
    [
      'an unreadable body before a bad query',
      '400 malformed_json',
      { method: 'PATCH', path: `${missing}?x=1`, as: owner, body: '{' },
    ],
    [
      'a bad body before an unknown id',
      '422 validation_failed',
      { method: 'PATCH', path: missing, as: owner, body: '{"label":1}' },
    ],
    [
      'a bad query before a malformed id',
      '422 validation_failed',
      { method: 'GET', path: '/api/admin/units/x?y=1', as: owner },
    ],
    [
      'a missing tenant before a malformed id',
      '422 tenant_required',
      { method: 'GET', path: '/api/admin/units/x', as: platform },
    ],
    [
      'an unknown id before its version',
      '404 not_found',
      { method: 'DELETE', path: missing, as: owner, headers: { 'If-Match': '"9"' } },
    ],
    [
      'the version last',
      '412 version_mismatch',
      { method: 'DELETE', path: `/api/admin/units/${knownId}`, as: owner, headers: { 'If-Match': '"9"' } },
    ],
  ])('%s', async (_order, answer, request) => {
    expect(await codeOf(request)).toBe(answer);
  });
});

describe('a caller', () => {
  test.each([
    ['GET', '/api/admin/units', anonymous, 401],
    ['GET', '/api/admin/units', resident, 401],
    ['GET', '/api/v1/units', owner, 401],
    ['GET', '/api/v1/units', anonymous, 401],
    ['GET', '/api/v1/units', resident, 200],
    ['GET', '/api/admin/units', reader, 200],
  ])('%s %s', async (method, path, as, status) => {
    const answer = await toy.call(method, path, { as });
    expect(answer.status).toBe(status);
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });
});

describe('a platform caller', () => {
  const withTenant = { ...platform, tenantId: owner.tenantId };

  test('422 tenant_required names the parameter, together with every other problem', async () => {
    const { status, body } = await toy.call('GET', '/api/admin/units?limit=0&unknown=1', { as: platform });
    expect([status, body.code]).toEqual([422, 'tenant_required']);
    const found = (body['errors'] as FieldProblem[]).map(({ path, code }) => `${path} ${code}`);
    expect(found.toSorted()).toEqual([
      'limit invalid_value',
      'tenantId tenant_required',
      'unknown unknown_field',
    ]);
  });

  test('works in the tenant that the gateway put into the assertion', async () => {
    const { body } = await toy.call('GET', `/api/admin/tenant?tenantId=${owner.tenantId}`, {
      as: withTenant,
    });
    expect(body).toEqual({ tenantId: owner.tenantId });
  });

  test('every other caller may name its own tenant; another one is an unknown parameter', async () => {
    const name = (tenantId: string | null) =>
      toy.call('GET', `/api/admin/units?tenantId=${tenantId}`, { as: owner });
    expect((await name(owner.tenantId)).status).toBe(200);
    const { status, body } = await name('ten_01kb3rt9d5e0p8m6q2v7x4hzjn');
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: [{ path: 'tenantId', code: 'unknown_field' }] });
  });
});
