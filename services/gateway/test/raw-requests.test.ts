import { describe, expect, test } from 'vitest';
import { call, sendBytes } from './support/http-call.ts';
import { addKey, addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();
const key = await addKey((await addTenant())._id);

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
    ['two hosts', () => lines('GET /registration/a HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close')],
    ['no host', () => lines('GET /registration/a HTTP/1.1', 'Connection: close')],
    [
      'an absolute target',
      () => lines('GET http://evil.test/registration/a HTTP/1.1', 'Host: a', 'Connection: close'),
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
    ['a version before all headers', () => 'GET /registration/a\r\n\r\n'],
    [
      'a version that is no text',
      () => lines('GET /registration/a HTTP/2.0', 'Host: a', 'Connection: close'),
    ],
    ['a fragment', () => lines('GET /registration/a#?b HTTP/1.1', 'Host: a', 'Connection: close')],
    ['an empty host', () => lines('GET /registration/a HTTP/1.1', 'Host: ', 'Connection: close')],
    [
      'a host that is none',
      () => lines('GET /registration/a HTTP/1.1', 'Host: a b/../@c', 'Connection: close'),
    ],
    [
      'a host with another one',
      () => lines('GET /registration/a HTTP/1.1', 'Host: a@b', 'Connection: close'),
    ],
    ['a tunnel', () => lines('CONNECT evil.test:443 HTTP/1.1', 'Host: evil.test:443')],
    [
      'chunks before there were any',
      () => `${lines('POST /payments/a HTTP/1.0', 'Host: a', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    ],
  ];

  test.each(requests)('%s', async (_what, bytes) => {
    const before = gateway.reached();
    const answer = await send(bytes());
    expect(answer.status).toBe(400);
    expect(answer.headers.toLowerCase()).toContain('content-type: application/problem+json');
    expect(answer.headers.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, code: 'malformed_request' });
    expect(gateway.reached()).toBe(before);
  });
});

describe('a body with ambiguous framing is 400, and reaches no service', () => {
  const lengths = ['+4', '-4', '0x4', '4, 4', '4 0', '1e1', '', '99999999999999999999'];
  const codings = ['xchunked', 'chunked, identity', 'identity', '"chunked"', '\vchunked', ''];
  const framings = [
    ...lengths.map((length) => `Content-Length: ${length}`),
    ...codings.map((coding) => `Transfer-Encoding: ${coding}`),
    'Transfer-Encoding : chunked',
    'Content-Length: 4\r\nContent-Length: 4',
  ];

  test.each(framings.map((framing) => [JSON.stringify(framing), framing] as const))(
    '%s',
    async (_name, framing) => {
      const before = gateway.reached();
      const answer = await send(`${lines('POST /payments/a HTTP/1.1', 'Host: a', framing)}0\r\n\r\n`);
      expect([answer.status, (JSON.parse(answer.body) as { code: string }).code]).toEqual([
        400,
        'malformed_request',
      ]);
      expect(gateway.reached()).toBe(before);
    },
  );

  test.each([
    '+3\r\nabc\r\n0\r\n\r\n',
    '0x3\r\nabc\r\n0\r\n\r\n',
    '3 \r\nabc\r\n0\r\n\r\n',
    '3;a\nabc\r\n0\r\n\r\n',
    '3\nabc\n0\n\n',
    '3\r\nabcXX0\r\n\r\n',
    'fffffffffffffffff\r\nabc',
    `3;${'a'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`,
  ])('chunks %j', async (chunks) => {
    const head = lines('POST /payments/a HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked');
    expect((await send(head + chunks)).status).toBe(400);
  });
});

describe('headers with malformed names or line ends are 400', () => {
  test.each([
    'GET /join/a HTTP/1.1\nHost: a\n\n',
    'GET /join/a HTTP/1.1\r\nHost: a\r\nX-A: b\nX-Pas-Assertion: c\r\n\r\n',
    'GET /join/a HTTP/1.1\r\nHost: a\r\nX-A: b\rX-B: c\r\n\r\n',
    'GET /join/a HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n',
    'GET /join/a HTTP/1.1\r\n Host: a\r\n\r\n',
    'GET /join/a HTTP/1.1\r\nHost: a\r\nX-A\r\n\r\n',
    'GET /join/a HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n',
    'GET\t/join/a\tHTTP/1.1\r\nHost: a\r\n\r\n',
    'get /join/a HTTP/1.1\r\nHost: a\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ])('%j', async (bytes) => {
    // Counts this service only. An aborted body of an earlier test may still reach another one.
    const before = gateway.resident.count();
    expect((await send(bytes)).status).toBe(400);
    expect(gateway.resident.count()).toBe(before);
  });
});

test('an Expect header other than 100-continue is ignored and not forwarded', async () => {
  const answer = await send(
    `${lines('POST /payments/a HTTP/1.1', 'Host: a', 'Expect: 200-ok', 'Content-Length: 2', 'Connection: close')}ok`,
  );
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('"body":"ok"');
  expect(answer.body).not.toContain('200-ok');
});

test('a request for a protocol upgrade gets a plain answer', async () => {
  const bytes = lines('GET /join/a HTTP/1.1', 'Host: a', 'Connection: Upgrade, close', 'Upgrade: websocket');
  const answer = await send(bytes);
  expect(answer.status).toBe(200);
  expect(answer.body).not.toContain('websocket');
});

test('garbage after a valid request never appears as its answer', async () => {
  const good = lines('GET /join/silent HTTP/1.1', 'Host: a');
  expect(await sendBytes(gateway.port, `${good}garbage\r\n\r\n`)).toBe('');
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

test('bytes after a malformed request on its connection are not read', async () => {
  const before = gateway.reached();
  const bad = lines('POST /payments HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked');
  const smuggled = lines('GET /join/a HTTP/1.1', 'Host: a', 'Connection: close');
  const received = await sendBytes(gateway.port, `${bad}0\r\n\r\n${smuggled}`);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect(gateway.reached()).toBe(before);
});

test('two requests in one packet each use their own credentials', async () => {
  const first = lines('GET /api/admin/units HTTP/1.1', 'Host: a', authorization());
  const second = lines('GET /api/admin/units HTTP/1.1', 'Host: a', 'Connection: close');
  const received = await sendBytes(gateway.port, first + second);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
});
