import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { ReceivedRequest } from './support/echo-service.ts';
import { call, sendBytes, type Answer } from './support/http-call.ts';
import { addKey, addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway({ CORS_ORIGINS: 'https://console.test, https://other.test' });
const key = await addKey((await addTenant())._id);

const get = (headers: OutgoingHttpHeaders, from?: string): Promise<Answer> =>
  call(gateway.port, '/api/admin/units', { headers: { ...key.headers, ...headers }, ...(from && { from }) });
const seenWith = async (headers: OutgoingHttpHeaders, from?: string): Promise<ReceivedRequest> =>
  JSON.parse((await get(headers, from)).text) as ReceivedRequest;
const linesOf = ({ rawHeaders }: Answer, name: string): string[] =>
  rawHeaders.filter((_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);

describe('on the way in', () => {
  test('headers about the caller are dropped, in every spelling', async () => {
    const own = (await seenWith({})).headers['x-pas-assertion'];
    const forged = {
      'X-Pas-Assertion': 'forged',
      'X-Pas-Tenant': 'ten_forged',
      'X-User-Id': 'user_forged',
      'X-Users': 'forged',
      'X-Tenant-Id': 'ten_forged',
      'X-Forwarded-User': 'forged',
      X_Forwarded_For: '6.6.6.6',
      X_Pas_Assertion: 'forged',
      'X.Authenticated.User': 'forged',
      'X-Pas_Assertion': 'forged',
      Forwarded: 'for=6.6.6.6',
      'X-Real-IP': '6.6.6.6',
      'X-Original-URL': '/api/admin/api-keys',
      'X-HTTP-Method-Override': 'DELETE',
      Cookie: 'session=abc',
      'Proxy-Authorization': 'Basic Zm9yZ2Vk',
      TE: 'trailers',
    };
    const seen = await seenWith(forged);
    expect(seen.headers['x-pas-assertion']).toBe(own);
    const passed = Object.keys(seen.headers).toSorted();
    expect(passed).toEqual(Object.keys((await seenWith({})).headers).toSorted());
    expect(JSON.stringify(seen.headers)).not.toMatch(/forged|6\.6\.6\.6/);
  });

  test('the stated purpose of an API key is forwarded on the Admin API', async () => {
    const purpose = { 'X-Pas-On-Behalf-Of': 'Zo\u00EB', 'X-Pas-Reason': 'Ticket 4711' };
    const { headers } = await seenWith(purpose);
    expect([headers['x-pas-on-behalf-of'], headers['x-pas-reason']]).toEqual(['Zo\u00EB', 'Ticket 4711']);
    const elsewhere = await call(gateway.port, '/api/v1/auth/login', { headers: purpose });
    const seen = JSON.parse(elsewhere.text) as ReceivedRequest;
    expect(Object.keys(seen.headers).filter((name) => /behalf|reason/.test(name))).toEqual([]);
  });

  test('400 for a stated purpose that is sent twice', async () => {
    const twice = { 'X-Pas-Reason': ['one', 'two'] };
    expect((await get(twice)).status).toBe(400);
  });

  test('X-Forwarded-* is replaced by the values of the connection', async () => {
    const seen = await seenWith(
      {
        'X-Forwarded-For': '6.6.6.6',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'evil.test',
        Host: 'api.test:80',
      },
      '127.3.3.3',
    );
    expect(seen.headers).toMatchObject({
      'x-forwarded-for': '127.3.3.3',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'api.test:80',
    });
  });

  test('headers that Connection names are dropped, except the framing and the assertion', async () => {
    const seen = await seenWith({
      Connection: 'close, X-Private, X-Pas-Assertion, Host',
      'X-Private': 'one hop',
      'X-Public': 'all the way',
    });
    expect(seen.headers['x-private']).toBeUndefined();
    expect(seen.headers['x-public']).toBe('all the way');
    expect(seen.headers['x-pas-assertion']).toBeDefined();
    expect(seen.headers['host']).toBeDefined();
  });

  test('a body is passed byte by byte, with its length or in chunks', async () => {
    const body = `{"odd":  "spacing",\n "k":1, "k":2}${'x'.repeat(100_000)}`;
    for (const headers of [
      { 'content-length': Buffer.byteLength(body) },
      { 'transfer-encoding': 'chunked' },
    ]) {
      const answer = await call(gateway.port, '/payments/hook', {
        method: 'POST',
        body,
        headers: { ...headers, 'payments-signature': 't=1,v1=abc' },
      });
      const seen = JSON.parse(answer.text) as ReceivedRequest;
      expect(seen.body).toBe(body);
      expect(seen.headers['payments-signature']).toBe('t=1,v1=abc');
    }
  });

  test('a client with Expect: 100-continue may send its body, and its time-out still applies', async () => {
    const answer = await sendBytes(
      gateway.port,
      'POST /payments/hook HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(answer).not.toContain('"expect"');
  });
});

describe('correlation', () => {
  test('the id of the caller is in the request to the service and once in the answer', async () => {
    const answer = await get({ 'x-correlation-id': 'my-request-1' });
    expect((JSON.parse(answer.text) as ReceivedRequest).headers['x-correlation-id']).toBe('my-request-1');
    expect(linesOf(answer, 'x-correlation-id')).toEqual(['my-request-1']);
  });

  test('a malformed or missing id is replaced by one id for request, answer and error', async () => {
    for (const offered of [undefined, 'bad id!', 'short']) {
      const answer = await get(offered === undefined ? {} : { 'x-correlation-id': offered });
      const [id = '', ...more] = linesOf(answer, 'x-correlation-id');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(more).toEqual([]);
      expect((JSON.parse(answer.text) as ReceivedRequest).headers['x-correlation-id']).toBe(id);
    }
    const refused = await call(gateway.port, '/api/admin/units');
    expect((JSON.parse(refused.text) as { correlationId: string }).correlationId).toBe(
      refused.headers['x-correlation-id'],
    );
  });

  test('the trace of the caller continues, and a new one starts without it', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect((await seenWith({ traceparent })).headers['traceparent']).toBe(traceparent);
    expect((await seenWith({})).headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect((await seenWith({ traceparent: 'nonsense' })).headers['traceparent']).not.toBe('nonsense');
  });
});

describe('on the way out', () => {
  test('headers of the service pass, except those about its software and the connection', async () => {
    const answer = await call(gateway.port, '/api/admin/units/odd-headers', { headers: key.headers });
    expect(answer).toMatchObject({ status: 200, text: 'odd' });
    expect(answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.headers['server']).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['etag']).toBe('"7"');
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(linesOf(answer, 'x-correlation-id')).not.toContain('not-the-one-given');
    expect(linesOf(answer, 'x-correlation-id')).toHaveLength(1);
    expect(linesOf(answer, 'x-content-type-options')).toEqual(['nosniff']);
    expect(answer.headers['vary']).toBe('Origin, Accept');
  });

  test.each(['/livez', '/readyz', '/', '/docs', '/nowhere', '/api/admin/units', '/api/admin/units/broken'])(
    'every answer has nosniff and names no software: %s',
    async (path) => {
      const answer = await call(gateway.port, path).catch(() => null);
      if (answer === null) throw new Error('no answer');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(answer.headers['x-correlation-id']).toBeDefined();
    },
  );

  test('a listed origin may read the answer, with its headers', async () => {
    const answer = await get({ origin: 'https://console.test' });
    expect(answer.headers['access-control-allow-origin']).toBe('https://console.test');
    expect(answer.headers['access-control-expose-headers']).toContain('X-Correlation-Id');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers['vary']).toContain('Origin');
  });

  test('a listed origin’s preflight is answered at the edge, without credentials', async () => {
    const before = gateway.admin.DEV.count();
    const answer = await call(gateway.port, '/api/admin/units', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://other.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-admin-env',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toBe('authorization,x-admin-env');
    expect(gateway.admin.DEV.count()).toBe(before);
  });

  test.each(['https://evil.test', 'https://console.test.evil.test', 'http://console.test', 'null'])(
    'the origin %s gets no CORS headers, nor a preflight',
    async (origin) => {
      const answer = await get({ origin });
      const preflight = await call(gateway.port, '/api/admin/units', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      for (const { headers } of [answer, preflight]) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );
});
