import { expect, test } from 'vitest';
import { call, problemOf } from './support/http-call.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();

test.each([
  ['bad escapes', 400, '/join/%F1abc', {}],
  ['bad escapes in the query', 400, '/join/abc?from=%F1', {}],
  ['a path that can be read in two ways', 404, '/join/abc//def', {}],
  ['a form beyond all limits', 413, '/join/abc', { method: 'POST', body: 'x'.repeat(3 * 1024 * 1024) }],
])('a person who meets %s at /join gets a page', async (_what, status, path, options) => {
  const answer = await call(gateway.port, path, options);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect(answer.text).toContain(`quote this reference: ${String(answer.headers['x-correlation-id'])}`);
});

test('503: a page while the service behind it is unavailable, or a problem body', async () => {
  await gateway.resident.kill();
  for (const path of ['/join/abc', '/pass/abc']) {
    const answer = await call(gateway.port, path);
    expect(answer.status).toBeGreaterThanOrEqual(502);
    expect(answer.text).toContain('<title>We’ll be right back</title>');
    const program = await call(gateway.port, path, { headers: { accept: 'application/json' } });
    expect(problemOf(program).status).toBeGreaterThanOrEqual(502);
  }
});

test.each(['/join/%F1abc', '/pass/%F1abc', '/reset/%F1abc'])(
  '%s answers a page unless Accept prefers JSON',
  async (path) => {
    for (const headers of [
      {},
      { accept: '*/*' },
      { accept: '' },
      { accept: 'text/*', authorization: 'Bearer nonsense' },
    ]) {
      const answer = await call(gateway.port, path, { headers });
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    }
    const answer = await call(gateway.port, path, {
      headers: { accept: 'application/json, text/plain, */*' },
    });
    expect(problemOf(answer).code).toBe('malformed_request');
  },
);

test('other paths answer with problem bodies', async () => {
  for (const path of ['/api/v1/auth/invites/%F1', '/joint/%F1', '/%F1']) {
    const answer = await call(gateway.port, path);
    const correlationId = answer.headers['x-correlation-id'];
    expect(problemOf(answer)).toMatchObject({ code: 'malformed_request', correlationId });
  }
});

test('headers beyond the limit get a problem body, because the parser refuses them before the path', async () => {
  const headers = { 'x-long': 'a'.repeat(17 * 1024), accept: 'text/html' };
  const answer = await call(gateway.port, '/join/abc', { headers });
  expect([answer.status, problemOf(answer).code]).toEqual([431, 'headers_too_large']);
});
