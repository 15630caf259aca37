import { keyId, sealPrincipal } from '@pas/shared/principal/assertion';
import { createRouteGuard } from '@pas/shared/principal/route-guard';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  audience,
  forge,
  forgeries,
  kid,
  next,
  privateKey,
  publicKey,
  type Forgery,
} from './forge-assertion.ts';
import { rawRequest, requestBytes } from './raw-request.ts';
import { owner, startToy } from './toy-service.ts';
import { knownId } from './toy.routes.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  const publicKeys = new Map([
    [kid, publicKey],
    [await keyId(next.publicKey), next.publicKey],
  ]);
  toy = await startToy('refuse', {
    guard: createRouteGuard({ audience, publicKeys }),
  });
});
afterAll(() => toy.stop());

async function call(assertion?: string): Promise<Response> {
  const headers = assertion === undefined ? {} : { 'x-pas-assertion': assertion };
  return fetch(`${toy.url}/api/admin/units/${knownId}`, { headers });
}

describe('a service', () => {
  test('takes the word of its gateway', async () => {
    expect((await call(await forge())).status).toBe(200);
    expect((await call(await sealPrincipal(owner, audience, privateKey))).status).toBe(200);
  });

  test.each<[string, Forgery]>([
    ['expired 55 s ago', { issuedIn: -85, expiresIn: -55 }],
    ['is issued 55 s in the future', { issuedIn: 55, expiresIn: 85 }],
    ['is valid in 55 s', { payload: { nbf: Math.floor(Date.now() / 1000) + 55 } }],
    ['lives for two minutes', { expiresIn: 120 }],
  ])('takes an assertion that %s: clocks differ and processes stall', async (_what, forgery) => {
    const assertion = await forge(forgery);
    expect((await call(assertion)).status).toBe(200);
    // The second time it is known already.
    expect((await call(assertion)).status).toBe(200);
  });

  test('takes the assertions of both keys while the gateway changes its key', async () => {
    const newKid = await keyId(next.publicKey);
    expect((await call(await forge())).status).toBe(200);
    expect((await call(await forge({ key: next.privateKey, header: { kid: newKid } }))).status).toBe(200);
    expect((await call(await sealPrincipal(owner, audience, next.privateKey))).status).toBe(200);
  });

  test.each(forgeries)('401 for %s, in the same words and marked', async (_name, make) => {
    const response = await call(await make());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.headers.get('x-pas-refused')).toBe('assertion');
    expect(await response.json()).toMatchObject({
      code: 'credentials_missing',
      message: 'Call this service through the gateway.',
    });
  });

  test('401 for a header that is sent twice, though one of them is right', async () => {
    const assertion = await forge();
    for (const second of [assertion, 'x', '']) {
      const bytes = `GET /api/admin/units/${knownId} HTTP/1.1\r\nHost: toy\r\nConnection: close\r\nX-Pas-Assertion: ${assertion}\r\nX-Pas-Assertion: ${second}\r\n\r\n`;
      expect((await rawRequest(toy.url, bytes)).status).toBe(401);
    }
  });

  test('401 for credentials of the outer world', async () => {
    const headers = { authorization: `Bearer ${await forge()}`, cookie: `pas_session=${await forge()}` };
    const response = await fetch(`${toy.url}/api/admin/units/${knownId}`, { headers });
    expect(response.status).toBe(401);
  });

  test('a known assertion is refused when its minute of tolerance ends', async () => {
    const assertion = await forge({ issuedIn: -88, expiresIn: -58 });
    expect((await call(assertion)).status).toBe(200);
    const isRefused = async () => (await call(assertion)).status === 401;
    await waitUntil(isRefused, { what: 'the assertion to expire' });
    expect((await call(assertion)).headers.get('x-pas-refused')).toBe('assertion');
  });

  test('health is for anybody', async () => {
    expect((await fetch(`${toy.url}/livez`)).status).toBe(200);
    expect((await fetch(`${toy.url}/readyz`)).status).toBe(200);
  });
});

describe('the mark of a refused assertion', () => {
  test.each([
    ['HEAD', `/api/admin/units/${knownId}`],
    ['OPTIONS', `/api/admin/units/${knownId}`],
    ['TRACE', `/api/admin/units/${knownId}`],
    ['PROPFIND', `/api/admin/units/${knownId}`],
    ['GET', '/api/admin/nothing'],
    ['GET', '/'],
    ['GET', '/metrics'],
    ['GET', '/livez/'],
    ['GET', '/readyz/x'],
    ['GET', '/api/admin/stream'],
    ['GET', '/api/admin/events'],
  ])('is on the answer to %s %s', async (method, path) => {
    const { status, head } = await rawRequest(toy.url, requestBytes(method, path, {}));
    expect(status).toBe(401);
    expect(head.toLowerCase()).toContain('x-pas-refused: assertion');
  });

  test('is on the answer to an upload whose body has not arrived yet', async () => {
    const head = requestBytes('POST', '/api/admin/units', {
      headers: { 'Content-Type': 'application/json', 'Content-Length': '1000000' },
    });
    const answer = await rawRequest(toy.url, head);
    expect([answer.status, answer.head.toLowerCase()]).toEqual([
      401,
      expect.stringContaining('x-pas-refused: assertion'),
    ]);
  });

  test('is not on a 401 for a caller whom the route is not for: that one is the caller’s own', async () => {
    const anonymous = await forge({
      payload: { kind: 'anonymous', sub: undefined as never, tid: null, scopes: [] },
    });
    for (const [assertion, code] of [
      [anonymous, 'credentials_missing'],
      [await forge({ payload: { kind: 'resident' } }), 'token_invalid'],
    ] as const) {
      const response = await call(assertion);
      expect([response.status, response.headers.get('x-pas-refused')]).toEqual([401, null]);
      expect(await response.json()).toMatchObject({ code });
    }
  });

  test('is not on an answer to a good assertion, whatever the caller sends', async () => {
    const headers = { 'x-pas-assertion': await forge(), 'x-pas-refused': 'assertion' };
    const response = await fetch(`${toy.url}/api/admin/units/${knownId}`, { headers });
    expect([response.status, response.headers.get('x-pas-refused')]).toEqual([200, null]);
  });
});
