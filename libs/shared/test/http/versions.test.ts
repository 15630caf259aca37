import type { ServiceHarness } from '@pas/testing/service-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { owner, startToy } from './toy-service.ts';
import { knownId, missingId } from './toy.routes.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy();
});
afterAll(() => toy.stop());

const path = `/api/admin/units/${knownId}`;
const json = { 'content-type': 'application/json' };
const send = (method: string, headers: Record<string, string>, to = path) =>
  toy.send(to, { method, as: owner, headers, ...(method === 'PATCH' && { body: '{}' }) });

describe('a strong ETag is the version', () => {
  test.each([
    ['GET', path, '"3"'],
    ['HEAD', path, '"3"'],
    ['PATCH', path, '"4"'],
    ['POST', `${path}/lock`, '"3"'],
    ['GET', '/api/admin/units', null],
    ['DELETE', path, null],
  ])('%s %s', async (method, to, etag) => {
    expect((await send(method, method === 'PATCH' ? json : {}, to)).headers.get('etag')).toBe(etag);
  });
});

describe('If-Match', () => {
  test.each([
    ['"3"', 200],
    ['*', 200],
    [' * ', 200],
    ['"1", "3"', 200],
    ['"1","2" ,"3"', 200],
    ['"2"', 412],
    ['"1", "2"', 412],
    ['W/"3"', 412],
    ['3', 412],
    ['"03"', 412],
    ['"3', 412],
    ['"3.0"', 412],
    ['""', 412],
    ['"99999999999999999999"', 412],
    ['abc', 412],
  ])('%s on a PATCH: %i', async (ifMatch, status) => {
    expect((await send('PATCH', { ...json, 'if-match': ifMatch })).status).toBe(status);
    expect((await send('DELETE', { 'if-match': ifMatch })).status).toBe(status === 200 ? 204 : 412);
  });

  test.each([
    ['W/"3"', /^If-Match names no version\. Send the ETag/],
    ['3', /^If-Match names no version\. Send the ETag/],
    ['"2"', /^The resource has changed since you read it\./],
  ])('%s: the 412 states the reason', async (ifMatch, message) => {
    const answer = await send('DELETE', { 'if-match': ifMatch });
    expect((JSON.parse(await answer.text()) as { message: string }).message).toMatch(message);
  });

  test('is ignored on a GET and for a missing resource', async () => {
    expect((await send('GET', { 'if-match': '"9"' })).status).toBe(200);
    expect((await send('DELETE', { 'if-match': '*' }, `/api/admin/units/${missingId}`)).status).toBe(404);
  });
});

describe('If-None-Match', () => {
  test.each([
    ['"3"', 304],
    ['W/"3"', 304],
    ['"1", "3"', 304],
    ['*', 304],
    ['"2"', 200],
    ['3', 200],
  ])('%s on a GET: %i', async (ifNoneMatch, status) => {
    const response = await send('GET', { 'if-none-match': ifNoneMatch });
    expect(response.status).toBe(status);
    expect(response.headers.get('etag')).toBe('"3"');
    expect((await send('HEAD', { 'if-none-match': ifNoneMatch })).status).toBe(status);
  });

  test('304 has no body, and the headers of every answer', async () => {
    const response = await send('GET', { 'if-none-match': '"3"', 'x-correlation-id': 'given-by-test' });
    expect(await response.text()).toBe('');
    expect(response.headers.get('x-correlation-id')).toBe('given-by-test');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('content-type')).toBeNull();
  });

  test('is ignored on a write and on a list', async () => {
    expect((await send('PATCH', { ...json, 'if-none-match': '"4"' })).status).toBe(200);
    expect((await send('GET', { 'if-none-match': '*' }, '/api/admin/units')).status).toBe(200);
  });
});
