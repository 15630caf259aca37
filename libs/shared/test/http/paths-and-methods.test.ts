import { createRouteGuard } from '@pas/shared/principal/route-guard';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { createTestGateway } from '@pas/testing/test-gateway';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { rawRequest, requestBytes } from './raw-request.ts';
import { owner, startToy } from './toy-service.ts';
import { knownId } from './toy.routes.ts';

let toy: ServiceHarness;
let assertion: Record<string, string>;
beforeAll(async () => {
  const gateway = await createTestGateway('toy', 'TEST');
  toy = await startToy('refuse', { guard: createRouteGuard(gateway) });
  assertion = await gateway.headersFor(owner);
});
afterAll(() => toy.stop());

const single = `/api/admin/units/${knownId}`;

async function raw(method: string, path: string): Promise<[number, string | undefined, string | undefined]> {
  const { status, head, body } = await rawRequest(
    toy.url,
    requestBytes(method, path, { headers: assertion }),
  );
  const allow = /^allow: (.*)$/im.exec(head)?.[1];
  const code = body.startsWith('{') ? (JSON.parse(body) as { code?: string }).code : undefined;
  return [status, code, allow];
}

describe('a known path', () => {
  test.each([
    ['DELETE', '/api/admin/units', 'GET, HEAD, POST'],
    ['PUT', single, 'GET, HEAD, PATCH, DELETE'],
    ['POST', single, 'GET, HEAD, PATCH, DELETE'],
    ['OPTIONS', single, 'GET, HEAD, PATCH, DELETE'],
    ['TRACE', '/api/admin/units', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/admin/units', 'GET, HEAD, POST'],
    ['GET', `${single}/lock`, 'POST'],
    ['HEAD', `${single}/lock`, 'POST'],
    ['DELETE', '/api/admin/units/export', 'GET, HEAD'],
    ['POST', '/livez', 'GET, HEAD'],
    ['OPTIONS', '/readyz', 'GET, HEAD'],
  ])('405 for %s %s', async (method, path, allow) => {
    const code = method === 'HEAD' ? undefined : 'method_not_allowed';
    expect(await raw(method, path)).toEqual([405, code, allow]);
  });

  test.each([
    ['/api/admin/units/', 'Remove the slash at its end.'],
    ['/api/admin//units', 'Remove the empty part between two slashes.'],
    ['/api/admin/unit', 'See /docs for the existing paths.'],
  ])('404 for %s says the next step', async (path, hint) => {
    const { body } = await rawRequest(toy.url, requestBytes('GET', path, { headers: assertion }));
    expect(JSON.parse(body)).toMatchObject({
      code: 'path_not_found',
      message: `There is no such path. ${hint}`,
    });
  });

  test('answers HEAD like GET, without the body', async () => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        rawRequest(toy.url, requestBytes(method, single, { headers: assertion })),
      ),
    );
    expect(head?.body).toBe('');
    const names = (text = '') => text.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase());
    expect(names(head?.head)).toEqual(expect.arrayContaining(['etag', 'content-type', 'cache-control']));
    expect(get?.status).toBe(head?.status);
  });

  test('a literal path is never read as an id', async () => {
    const { body } = await rawRequest(
      toy.url,
      requestBytes('GET', '/api/admin/units/export', { headers: assertion }),
    );
    expect(JSON.parse(body)).toEqual({ export: 'all' });
  });
});

describe('an unknown path', () => {
  test.each([
    '/',
    '/api/admin',
    '/api/admin/units/',
    '/api/admin/Units',
    '/API/admin/units',
    '//api/admin/units',
    '/api//admin/units',
    `${single}/`,
    `${single}/lock/now`,
    '/api/admin/units%2F1',
    '/api/admin/units/../units',
    '/api/admin/%75nits/',
    '/livez/more',
    '/livez/',
    '/LIVEZ',
  ])('404 for GET %s', async (path) => {
    expect(await raw('GET', path)).toEqual([404, 'path_not_found', undefined]);
  });

  test('404 for every method', async () => {
    for (const method of ['POST', 'DELETE', 'OPTIONS', 'PUT']) {
      expect((await raw(method, '/api/admin/nowhere'))[0]).toBe(404);
    }
  });
});

describe('percent-encoding', () => {
  test.each([
    '/api/admin/units/%',
    '/api/admin/units/%zz',
    '/api/admin/units/%ff',
    '/api/admin/units/%c3%28',
    '/api/admin/units/%ed%a0%80',
    '/api/admin/%zz',
    '/api/admin/units?q=%',
    '/api/admin/units?q=%ff',
    '/api/admin/units?%zz=1',
  ])('400 for %s', async (path) => {
    expect((await raw('GET', path)).slice(0, 2)).toEqual([400, 'malformed_request']);
  });

  test('an id may be percent-encoded', async () => {
    expect((await raw('GET', `/api/admin/units/%75${knownId.slice(1)}`))[0]).toBe(200);
  });
});
