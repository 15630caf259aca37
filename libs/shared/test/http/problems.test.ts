import type { Problem } from '@pas/platform/http/render-error';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { rawRequest, requestBytes } from './raw-request.ts';
import { owner, reader, startToy } from './toy-service.ts';
import { knownId, missingId } from './toy.routes.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy();
});
afterAll(() => toy.stop());

const minted = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Method, path, headers, body. */
type Request = [string, string, Record<string, string>?, string?];

/** One request for each kind of failure, with its expected answer. */
const failures: readonly [number, string, ...Request][] = [
  [400, 'malformed_json', 'POST', '/api/admin/units', {}, '{'],
  [403, 'property_not_allowed', 'GET', '/api/admin/forbidden'],
  [404, 'not_found', 'GET', `/api/admin/units/${missingId}`],
  [404, 'path_not_found', 'GET', '/api/admin/nowhere'],
  [405, 'method_not_allowed', 'DELETE', '/api/admin/units'],
  [409, 'has_children', 'GET', '/api/admin/conflicting'],
  [412, 'version_mismatch', 'DELETE', `/api/admin/units/${knownId}`, { 'If-Match': '"9"' }],
  [415, 'unsupported_media_type', 'POST', '/api/admin/units', { 'content-type': 'text/plain' }],
  [422, 'validation_failed', 'POST', '/api/admin/units', {}, '{}'],
  [500, 'internal_error', 'GET', '/api/admin/explosive/1'],
  [500, 'internal_error', 'GET', '/api/admin/misshapen'],
];

async function fail(...[method, path, headers, text = 'x']: Request) {
  const response = await toy.send(path, {
    as: owner,
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: method === 'POST' ? text : null,
  });
  return { response, problem: (await response.json()) as Problem & { errors?: unknown } };
}

describe('a failure', () => {
  test.each(failures)('%i %s is a problem with only these members', async (status, code, ...request) => {
    const { response, problem } = await fail(...request);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    const { errors, children, ...members } = problem;
    expect(members).toEqual({
      type: `/docs/errors#${code}`,
      title: expect.stringMatching(/^[A-Z][a-z ]+$/) as string,
      status,
      code,
      message: expect.stringMatching(/^\S.*\.$/) as string,
      correlationId: expect.stringMatching(minted) as string,
    });
    expect(errors === undefined).toBe(status !== 422);
    expect(children === undefined).toBe(code !== 'has_children');
  });

  test.each(failures)('%i %s carries the headers of every answer', async (_status, _code, ...request) => {
    const { response, problem } = await fail(...request);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('server')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-correlation-id')).toBe(problem.correlationId);
    expect(response.headers.get('etag')).toBeNull();
  });

  test('does not reveal internal errors', async () => {
    for (const path of ['/api/admin/explosive/1', '/api/admin/misshapen']) {
      const { response, problem } = await fail('GET', path);
      expect(JSON.stringify(problem)).not.toMatch(/canary|mongodb|Error|\.ts|at /);
      expect(response.headers.get('x-half')).toBeNull();
    }
  });

  test('contains the missing scope for programs and people', async () => {
    const { headers, status, body } = await toy.call('POST', '/api/admin/units', { as: reader, body: {} });
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="units:write"');
    expect(body).toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringContaining('units:write') as string,
    });
  });

  test('404 has the same bytes for an unknown, a malformed and a respelled id', async () => {
    const correlation = { 'X-Correlation-Id': 'given-by-the-test' };
    const ids = [
      missingId,
      'unit_1',
      knownId.replace('unit_', 'prop_'),
      knownId.toUpperCase(),
      '%00',
      'a%2Fb',
    ];
    const bodies = await Promise.all(
      ids.map(async (id) => {
        const response = await toy.send(`/api/admin/units/${id}`, { as: owner, headers: correlation });
        expect(response.status).toBe(404);
        return response.text();
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });
});

describe('the correlation id', () => {
  const idOf = async (headers: Record<string, string>): Promise<string | null> =>
    (await toy.send(`/api/admin/units/${knownId}`, { as: owner, headers })).headers.get('x-correlation-id');

  test('is taken from the caller', async () => {
    expect(await idOf({ 'X-Correlation-Id': 'order-2026.11_21' })).toBe('order-2026.11_21');
  });

  test.each([['short'], ['a'.repeat(65)], ['with space'], ['<script>alert(1)</script>'], ['a,b,c,d,e']])(
    'is minted in place of %s',
    async (offered) => {
      expect(await idOf({ 'X-Correlation-Id': offered })).toMatch(minted);
    },
  );

  test('is minted for a request with two', async () => {
    const request = requestBytes('GET', '/livez', {
      headers: { 'X-Correlation-Id': 'first-id\r\nX-Correlation-Id: second-id' },
    });
    const { head } = await rawRequest(toy.url, request);
    expect(/x-correlation-id: (.*)/i.exec(head)?.[1]).toMatch(minted);
  });

  test('is unique for every request', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => idOf({})));
    expect(new Set(ids).size).toBe(20);
  });
});

describe('answers of success', () => {
  test('carry the headers of every answer', async () => {
    const { headers } = await toy.call('GET', `/api/admin/units/${knownId}`, { as: owner });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  test('forbid storage if they show a secret', async () => {
    const { headers } = await toy.call('GET', '/api/admin/secret', { as: owner });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('have only the fields that the schema declares', async () => {
    const { body } = await toy.call<object>('GET', '/api/admin/leaky', { as: owner });
    expect(body).toEqual({ unit: { id: knownId, label: 'Lobby', version: 3 } });
  });
});
