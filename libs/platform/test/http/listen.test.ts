import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { allowLongBody } from '@pas/platform/http/body-time';
import { listen, portOf } from '@pas/platform/http/listen';
import { afterEach, describe, expect, test } from 'vitest';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function start(
  listener: RequestListener,
  options: { bodyMs?: number; maxConnections?: number } = {},
): Promise<Server> {
  server = await listen(listener, { host: '127.0.0.1', port: 0, ...options });
  return server;
}

const echo: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('read'));
};

/** Sends bytes and reads until the server ends the connection. A reset is an error. */
async function send(to: Server, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(portOf(to), '127.0.0.1');
  for (const part of parts) socket.write(part);
  return text(socket);
}

const lines = (...parts: string[]): string => `${parts.join('\r\n')}\r\n\r\n`;

function problemOf(answer: string): [status: number, code: string] {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^content-type: application\/problem\+json/im);
  expect(head).toMatch(/^x-content-type-options: nosniff$/im);
  const problem = JSON.parse(body) as { code: string; correlationId: string };
  expect(head).toContain(`X-Correlation-Id: ${problem.correlationId}`);
  return [Number(head.split(' ')[1]), problem.code];
}

describe('unreadable requests get a problem body', () => {
  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
    ['a tunnel', lines('CONNECT a:1 HTTP/1.1', 'Host: a:1'), 400, 'malformed_request'],
    [
      'two framings',
      `${lines('POST / HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
      'malformed_request',
    ],
    ['long headers', lines('GET / HTTP/1.1', `X-Long: ${'a'.repeat(300_000)}`), 431, 'headers_too_large'],
    ['many headers', lines('GET / HTTP/1.1', ...Array<string>(2100).fill('a:')), 431, 'headers_too_large'],
  ])('%s', async (_what, bytes, status, code) => {
    expect(problemOf(await send(await start(echo), bytes))).toEqual([status, code]);
  });

  test('a body that does not arrive in time', async () => {
    const slow = await start(echo, { bodyMs: 50 });
    const late = ['Content-Length: 10', 'Transfer-Encoding: chunked'];
    const answers = late.map(async (length) => send(slow, lines('POST / HTTP/1.1', 'Host: a', length)));
    for (const answer of await Promise.all(answers))
      expect(problemOf(answer)).toEqual([408, 'request_timeout']);
  });

  test.each([
    ['does not arrive in time', 'Content-Length: 10', '', 408],
    ['cannot be read', 'Transfer-Encoding: chunked', 'no length', 400],
  ])('with the correlation id of a request whose body %s', async (_what, length, body, status) => {
    const slow = await start(
      (request, response) => {
        response.setHeader('X-Correlation-Id', 'the-request-1');
        echo(request, response);
      },
      { bodyMs: 50 },
    );
    const answer = await send(slow, lines('POST / HTTP/1.1', 'Host: a', length), body);
    expect(problemOf(answer)[0]).toBe(status);
    expect(answer).toContain('"correlationId":"the-request-1"');
  });

  test('except for a body that the app allows to take long', async () => {
    const slow = await start(
      (request, response) => {
        if (request.url === '/table') allowLongBody(request);
        echo(request, response);
      },
      { bodyMs: 50 },
    );
    const table = connect(portOf(slow), '127.0.0.1');
    table.write(lines('POST /table HTTP/1.1', 'Host: a', 'Connection: close', 'Content-Length: 10'));
    const other = await send(slow, lines('POST / HTTP/1.1', 'Host: a', 'Content-Length: 10'));
    expect(problemOf(other)).toEqual([408, 'request_timeout']);
    table.write('0123456789');
    expect(await text(table)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });
});

describe('a connection is closed without an answer', () => {
  const whole = lines('GET / HTTP/1.1', 'Host: a');
  const kept = /^HTTP\/1\.1 200 OK\r\n(?:(?!HTTP\/1\.1).)*read$/s;

  test.each([
    ['on which nothing arrives', '', /^$/],
    ['on which a blank line arrives', '\r\n', /^$/],
    ['whose request line does not end', 'GET / HT', /^$/],
    ['whose headers do not end', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', /^$/],
    ['whose second request does not end its headers', `${whole}GET / HTTP/1.1\r\n`, kept],
  ])('%s', async (_what, bytes, received) => {
    const slow = await start(echo);
    slow.headersTimeout = 50;
    expect(await send(slow, bytes)).toMatch(received);
  });
});

test('a request that arrived while the process was stalled is answered', async () => {
  const stalled = await start(echo);
  stalled.headersTimeout = 50;
  stalled.once('connection', () => {
    setImmediate(() => {
      const start = performance.now();
      while (performance.now() - start < 1200);
    });
  });
  expect(await send(stalled, lines('GET / HTTP/1.1', 'Host: a', 'Connection: close'))).toContain('read');
});

test('idle connections make way for others when the server has as many as it may have', async () => {
  const full = await start(echo, { maxConnections: 2 });
  const get = (connection: string) => lines('GET / HTTP/1.1', 'Host: a', `Connection: ${connection}`);
  const idle = [1, 2].map(() => connect(portOf(full), '127.0.0.1'));
  const ended = idle.map(async (socket) => text(socket));
  for (const socket of idle) {
    socket.write(get('keep-alive'));
    await once(socket, 'readable');
  }
  expect(await send(full, '')).toBe('');
  for (const answer of await Promise.all(ended)) expect(answer).toContain('read');
  expect(await send(full, get('close'))).toContain('read');
});

test('a missing host and an unknown expectation are left to the app', async () => {
  const bytes = lines('GET / HTTP/1.1', 'Expect: the-moon', 'Connection: close');
  expect(await send(await start(echo), bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*read/s);
});

describe('an answer that comes before the end of its request', () => {
  const refuse: RequestListener = (_request, response) => void response.writeHead(403).end('no');
  const body = Buffer.alloc(5_000_000, 'x');
  const chunked = ['Transfer-Encoding: chunked', `\r\n${body.length.toString(16)}`];

  test.each([
    ['with its length', [`Content-Length: ${body.length}`, 'Connection: close', '\r\n']],
    ['in chunks', ['Connection: close', ...chunked, '']],
  ])('arrives when the connection closes: a body %s', async (_how, head) => {
    const answer = await send(
      await start(refuse),
      ['POST / HTTP/1.1', 'Host: a', ...head].join('\r\n'),
      body,
      '\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 .*no/s);
  });

  test('arrives when the service ends its connections, and nothing more is served on this one', async () => {
    let served = 0;
    const leaving = await start((_request, response) => {
      served += 1;
      response.setHeader('Connection', 'close').writeHead(403).end('no');
    });
    const next = lines('GET / HTTP/1.1', 'Host: a');
    const head = lines('POST / HTTP/1.1', 'Host: a', `Content-Length: ${body.length}`);
    const answer = await send(leaving, head, body.subarray(0, -10), `${'x'.repeat(10)}${next}`);
    expect(answer).toMatch(/^HTTP\/1\.1 403 .*no/s);
    expect(served).toBe(1);
  });

  test('leaves a kept connection ready for the next request, also if the body was being read', async () => {
    const halfway: RequestListener = (request, response) => {
      request.once('data', () => {
        request.pause();
        response.end('enough');
      });
      if (request.method === 'GET') response.end('next');
    };
    const head = lines('POST / HTTP/1.1', 'Host: a', `Content-Length: ${body.length}`);
    const next = lines('GET / HTTP/1.1', 'Host: a', 'Connection: close');
    expect(await send(await start(halfway), head, body, next)).toMatch(/enough.*next/s);
  });
});

test('a connection with an unread answer is closed', async () => {
  let isClosed = false;
  const large = await start((_request, response) => {
    response.once('close', () => (isClosed = true)).end(Buffer.alloc(50_000_000));
  });
  expect(large.timeout).toBeGreaterThan(60_000);
  large.timeout = 100;
  const socket = connect(portOf(large), '127.0.0.1').pause();
  socket.write(lines('GET / HTTP/1.1', 'Host: a'));
  const [accepted] = (await once(large, 'connection')) as [typeof socket];
  await once(accepted, 'close');
  expect(isClosed).toBe(true);
  socket.destroy();
});
