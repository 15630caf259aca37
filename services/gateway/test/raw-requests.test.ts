import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, problemOf, sendBytes } from './support/http-call.ts';
import { addKey, addTenant, type AddedKey } from './support/rows.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

let gateway: RunningGateway;
let key: AddedKey;

beforeAll(async () => {
  gateway = await runGateway('raw');
  key = await addKey((await addTenant())._id);
});
afterAll(() => gateway.stop());

const reached = (): number =>
  [gateway.admin.DEV, gateway.admin.TEST, gateway.resident, gateway.coreMobile, gateway.webhooks]
    .map((service) => service.count())
    .reduce((sum, count) => sum + count);

interface RawAnswer {
  status: number;
  headers: string;
  body: string;
}

async function send(bytes: string): Promise<RawAnswer> {
  const received = await sendBytes(gateway.port, bytes);
  const [headers = '', ...rest] = received.split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

const lines = (...text: string[]): string => `${text.join('\r\n')}\r\n\r\n`;
const authorization = (): string => `Authorization: Bearer ${key.key}`;

describe('a request that can be read in two ways is 400, and reaches no service', () => {
  const requests: [string, () => string][] = [
    ['two hosts', () => lines('GET /join/a HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close')],
    ['no host', () => lines('GET /join/a HTTP/1.1', 'Connection: close')],
    [
      'an absolute target',
      () => lines('GET http://evil.test/join/a HTTP/1.1', 'Host: a', 'Connection: close'),
    ],
    ['an authority as its target', () => lines('GET evil.test:80 HTTP/1.1', 'Host: a', 'Connection: close')],
    ['no path', () => lines('OPTIONS * HTTP/1.1', 'Host: a', 'Connection: close')],
    [
      'two credentials',
      () =>
        lines(
          'GET /api/admin/units HTTP/1.1',
          'Host: a',
          authorization(),
          authorization(),
          'Connection: close',
        ),
    ],
    [
      'a length and chunks',
      () =>
        `${lines('POST /payments HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    [
      'two lengths',
      () => `${lines('POST /payments HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Content-Length: 5')}abcd`,
    ],
    [
      'chunks hidden in another coding',
      () =>
        `${lines('POST /payments HTTP/1.1', 'Host: a', 'Transfer-Encoding: gzip, chunked', 'Connection: close')}0\r\n\r\n`,
    ],
    [
      'chunks declared twice',
      () =>
        `${lines('POST /payments HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked', 'Connection: close')}0\r\n\r\n`,
    ],
    ['a space before the colon', () => lines('GET /join/a HTTP/1.1', 'Host : a')],
    ['a folded header', () => lines('GET /join/a HTTP/1.1', 'Host: a', 'X-A: b', ' X-Pas-Assertion: c')],
    [
      'bytes that are no characters',
      () => lines('GET /join/\u00ff HTTP/1.1', 'Host: a', 'Connection: close'),
    ],
    [
      'percent-encoding that decodes to nothing, before anybody is asked who calls',
      () => lines('GET /api/admin/units/%zz HTTP/1.1', 'Host: a', 'Connection: close'),
    ],
    ['no HTTP at all', () => 'hello\r\n\r\n'],
  ];

  test.each(requests)('%s', async (_what, bytes) => {
    const before = reached();
    const answer = await send(bytes());
    expect(answer.status).toBe(400);
    expect(answer.headers.toLowerCase()).toContain('content-type: application/problem+json');
    expect(answer.headers.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, code: 'malformed_request' });
    expect(reached()).toBe(before);
  });
});

test('headers above 16 KiB are 431', async () => {
  const answer = await send(lines('GET /join/a HTTP/1.1', 'Host: a', `X-Long: ${'a'.repeat(17_000)}`));
  expect(answer.status).toBe(431);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'headers_too_large' });
});

test('headers of 15 KiB pass', async () => {
  const answer = await call(gateway.port, '/join/a', { headers: { 'x-long': 'a'.repeat(15_000) } });
  expect(answer.status).toBe(200);
});

test('what follows a bad request on its connection is not read', async () => {
  const before = reached();
  const bad = lines('POST /payments HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked');
  const smuggled = lines('GET /join/a HTTP/1.1', 'Host: a', 'Connection: close');
  const received = await sendBytes(gateway.port, `${bad}0\r\n\r\n${smuggled}`);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect(reached()).toBe(before);
});

test('two requests in one packet are two requests, each under its own credentials', async () => {
  const first = lines('GET /api/admin/units HTTP/1.1', 'Host: a', authorization());
  const second = lines('GET /api/admin/units HTTP/1.1', 'Host: a', 'Connection: close');
  const received = await sendBytes(gateway.port, first + second);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
});

describe('another spelling of a path never gets further than the plain one', () => {
  test.each([
    '//api/admin/units',
    '/%61pi/admin/units',
    '/API/admin/units',
    '/api//admin/units',
    '/api%2Fadmin/units',
    '/./api/admin/units',
    '/x/../api/admin/units',
    '/Payments',
    '//payments',
    '/%70ayments',
    '/payment',
    '/paymentsx',
    '/webhooks',
    '/api',
  ])('%s belongs to no group', async (path) => {
    const before = reached();
    const answer = await call(gateway.port, path);
    expect([answer.status, problemOf(answer).code]).toEqual([404, 'path_not_found']);
    expect(reached()).toBe(before);
  });

  test.each([
    '/api/admin/../v1/me',
    '/api/admin/%2e%2e/v1/me',
    '/api/admin//units',
    '/api/admin/units%2Fx',
    '/api/admin/..%5cv1',
    '/api/admin/units/.',
  ])('%s needs the credentials of its group, and then is no path', async (path) => {
    const before = reached();
    expect((await call(gateway.port, path)).status).toBe(401);
    const answer = await call(gateway.port, path, { headers: key.headers });
    expect([answer.status, problemOf(answer).code]).toEqual([404, 'path_not_found']);
    expect(reached()).toBe(before);
  });

  test('anonymous paths are no way round: /api/v1/auth/../me', async () => {
    const before = reached();
    for (const path of ['/api/v1/auth/../me', '/api/v1/auth/%2e%2e/me', '/api/v1/auth/..%2fme']) {
      expect((await call(gateway.port, path)).status).toBe(404);
    }
    expect((await call(gateway.port, '/api/v1/%61uth/login')).status).toBe(401);
    expect((await call(gateway.port, '/api/v1/authx')).status).toBe(401);
    expect(reached()).toBe(before);
  });
});
