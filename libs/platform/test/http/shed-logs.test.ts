import type { Server } from 'node:http';
import { logAccess } from '@pas/platform/http/access-log';
import { listen, portOf } from '@pas/platform/http/listen';
import { renderError } from '@pas/platform/http/render-error';
import { rateLimited, unavailable } from '@pas/platform/errors/raise';
import { Fault } from '@pas/platform/errors/fault';
import { createLogger } from '@pas/platform/log/logger';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';

type Line = Record<string, unknown>;

let lines: Line[] = [];
let server: Server;
let thrown: Error;

beforeEach(async () => {
  const written: Line[] = [];
  lines = written;
  const out = { write: (line: string) => void written.push(JSON.parse(line) as Line) };
  const log = createLogger({ service: 'toy', environment: 'TEST', level: 'info' }, out);
  const app = express();
  app.use(logAccess(log), () => {
    throw thrown;
  });
  app.use(renderError(log));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function callOften(path: string): Promise<void> {
  const url = `http://127.0.0.1:${portOf(server)}${path}`;
  const calls = Array.from({ length: 50 }, async () => (await fetch(url)).text());
  await Promise.all(calls);
}

const isAccess = ({ msg }: Line): boolean => msg === 'request';

test('many 503 answers are logged as one line a second, with the reason and without a stack', async () => {
  thrown = new Fault('unavailable', 'store_unavailable', 'The data store is unavailable.', {
    cause: new Error('server selection timed out', { cause: new Error('connection refused') }),
  });
  await callOften('/units');
  const faults = lines.filter((line) => !isAccess(line));
  expect(faults.length).toBeLessThan(10);
  expect(faults[0]).toMatchObject({
    level: 'warn',
    code: 'store_unavailable',
    path: '/units',
    count: 1,
    reason: 'Error: server selection timed out, because of Error: connection refused',
  });
  expect(JSON.stringify(faults)).not.toContain('stack');
  expect(lines.filter(isAccess)).toHaveLength(50);
});

test.each([
  ['429', rateLimited('Too many requests of this key are running.', 1)],
  ['503', unavailable('Too many requests are running.', 'overloaded')],
])('requests that are shed with %s have no access lines', async (_status, fault) => {
  const { kind, code, message } = fault;
  thrown = new Fault(kind, code, message, { isShed: true, detail: 'ordinary' });
  await callOften('/units');
  expect(lines.filter(isAccess)).toEqual([]);
  expect(lines.length).toBeLessThan(10);
  expect(lines[0]).toMatchObject({ level: 'warn', code, detail: 'ordinary', path: '/units', count: 1 });
});

test('an internal error is logged each time, with its stack', async () => {
  thrown = new Error('broken');
  await callOften('/units');
  const faults = lines.filter((line) => !isAccess(line));
  expect(faults).toHaveLength(50);
  expect(faults[0]).toMatchObject({
    level: 'error',
    err: { stack: expect.stringContaining('broken') as string },
  });
});
