import { gzipSync } from 'node:zlib';

import { createRouteGuard } from '@pas/shared/principal/route-guard';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { createTestGateway } from '@pas/testing/test-gateway';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { rawRequest, requestBytes } from './raw-request.ts';
import { owner, startToy } from './toy-service.ts';
import { knownId } from './toy.routes.ts';

const mebibyte = 1024 * 1024;
const path = '/api/admin/units';
const action = `${path}/${knownId}/lock`;

let toy: ServiceHarness;
let assertion: Record<string, string>;
beforeAll(async () => {
  const gateway = await createTestGateway('toy', 'TEST');
  toy = await startToy('refuse', { guard: createRouteGuard(gateway) });
  assertion = await gateway.headersFor(owner);
});
afterAll(() => toy.stop());

interface SentBody {
  type?: string | null;
  headers?: Record<string, string>;
}

async function post(to: string, body: string | Uint8Array<ArrayBuffer> | null, sent: SentBody = {}) {
  const { type = 'application/json', headers } = sent;
  const contentType = type === null ? {} : { 'content-type': type };
  const response = await fetch(`${toy.url}${to}`, {
    method: 'POST',
    headers: { ...assertion, ...contentType, ...headers },
    body: typeof body === 'string' && type === null ? new TextEncoder().encode(body) : body,
  });
  const { code = null } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`;
}

const valid = '{"label":"Lobby","occupancy":"VACANT"}';
const encoded = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));

/** Returns a valid body of exactly `bytes` bytes. */
function sized(bytes: number): string {
  const rest = bytes - '{"label":"a","occupancy":"VACANT","floor":""}'.length;
  return `{"label":"a","occupancy":"VACANT","floor":"${'x'.repeat(rest)}"}`;
}

describe('media types', () => {
  test.each([
    ['application/json', '201 null'],
    ['application/json; charset=utf-8', '201 null'],
    ['Application/JSON;Charset="UTF-8"', '201 null'],
    ['application/json; charset=utf8', '201 null'],
    ['application/json; charset=us-ascii', '201 null'],
    ['application/json; odata=verbose; charset=utf-8', '201 null'],
    ['application/json;', '201 null'],
    ['application/json; charset=utf-16', '415 unsupported_media_type'],
    ['application/json; charset=iso-8859-1', '415 unsupported_media_type'],
    ['text/plain', '415 unsupported_media_type'],
    ['text/json', '415 unsupported_media_type'],
    ['application/x-www-form-urlencoded', '415 unsupported_media_type'],
    ['application/vnd.api+json', '415 unsupported_media_type'],
    ['application/json, text/plain', '415 unsupported_media_type'],
    ['nonsense', '415 unsupported_media_type'],
    [null, '415 unsupported_media_type'],
  ])('%s: %s', async (type, answer) => {
    expect(await post(path, valid, { type })).toBe(answer);
  });

  test('415 for a compressed body', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect(await post(path, new Uint8Array(gzipSync(valid)), { headers })).toBe('415 unsupported_media_type');
  });
});

describe('JSON', () => {
  test.each([
    ['nothing but a brace', '{'],
    ['a comma too many', '{"label":"a",}'],
    ['single quotes', "{'label':'a'}"],
    ['two documents', `${valid}${valid}`],
    ['a bare word', 'lobby'],
    ['a repeated name', '{"label":"a","occupancy":"VACANT","label":"b"}'],
    ['spaces', '   '],
    ['NaN', '{"label":NaN}'],
    ['a form', 'label=a&occupancy=VACANT'],
  ])('400 for %s', async (_name, body) => {
    expect(await post(path, body)).toBe('400 malformed_json');
  });

  test('400 for bytes that are not UTF-8', async () => {
    const latin1 = encoded('{"label":"Caf\u00e9","occupancy":"VACANT"}', 'latin1');
    expect(await post(path, latin1)).toBe('400 malformed_json');
    expect(await post(path, encoded(valid, 'utf16le'))).toBe('400 malformed_json');
  });

  test('400 for a lone surrogate, which no store keeps unchanged', async () => {
    expect(await post(path, '{"label":"\\ud800","occupancy":"VACANT"}')).toBe('400 malformed_json');
    expect(await post(path, '{"label":"\\ud83d\\ude00","occupancy":"VACANT"}')).toBe('201 null');
    expect(await post(path, '{"label":"\\\\ud800","occupancy":"VACANT"}')).toBe('201 null');
  });

  test('a byte order mark is ignored (RFC 8259, section 8.1)', async () => {
    expect(await post(path, `\ufeff${valid}`)).toBe('201 null');
  });

  test('a deeply nested body only costs an answer', async () => {
    const deep = (depth: number): string => `{"tags":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(await post(path, deep(63))).toBe('422 validation_failed');
    expect(await post(path, deep(64))).toBe('413 body_too_large');
    expect(await post(path, deep(250_000))).toBe('413 body_too_large');
    expect(await post(path, '['.repeat(mebibyte))).toBe('413 body_too_large');
  });
});

describe('size', () => {
  test('a body of 1 MiB is read, one byte more is 413', async () => {
    expect(await post(path, sized(mebibyte))).toBe('201 null');
    expect(await post(path, sized(mebibyte + 1))).toBe('413 body_too_large');
  });

  test('the same limit applies to a chunked body', async () => {
    const chunked = (bytes: number) => {
      const chunk = `${bytes.toString(16)}\r\n${sized(bytes)}\r\n0\r\n\r\n`;
      const headers = { ...assertion, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
      return rawRequest(toy.url, requestBytes('POST', path, { headers, body: chunk }));
    };
    expect((await chunked(mebibyte)).status).toBe(201);
    const refused = await chunked(mebibyte + 1);
    expect(refused.status).toBe(413);
    expect(refused.head).toMatch(/^x-content-type-options: nosniff$/im);
    const id = /^x-correlation-id: (\S+)$/im.exec(refused.head)?.[1];
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'body_too_large', correlationId: id });
  });

  test('413 precedes the body', async () => {
    const headers = {
      ...assertion,
      'Content-Type': 'application/json',
      'Content-Length': String(10 * mebibyte),
    };
    expect((await rawRequest(toy.url, requestBytes('POST', path, { headers }))).status).toBe(413);
  });
});

describe('an action', () => {
  test.each<[string, string | null, SentBody]>([
    ['nothing', null, { type: null }],
    ['no body and a content type', null, { type: 'application/json' }],
    ['no body and a form’s content type', '', { type: 'application/x-www-form-urlencoded' }],
    ['an empty object', '{}', {}],
    ['its field', '{"reason":"x"}', {}],
  ])('takes %s', async (_name, body, sent) => {
    expect(await post(action, body, sent)).toBe('202 null');
  });

  test.each([
    ['no length at all', {}, ''],
    ['no chunks', { 'Transfer-Encoding': 'chunked' }, '0\r\n\r\n'],
    [
      'no chunks of JSON',
      { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' },
      '0\r\n\r\n',
    ],
  ])('takes %s, as proxies send it', async (_name, sent, body) => {
    const bytes = requestBytes('POST', action, { headers: { ...assertion, ...sent }, body });
    expect((await rawRequest(toy.url, bytes)).status).toBe(202);
  });

  test('refuses text without a content type', async () => {
    expect(await post(action, '{"reason":"x"}', { type: null })).toBe('415 unsupported_media_type');
  });
});

test('a body without a declaration in the route is not read', async () => {
  const headers = { ...assertion, 'Content-Type': 'text/plain', 'Content-Length': '3' };
  const answer = await rawRequest(
    toy.url,
    requestBytes('GET', `${path}/${knownId}`, { headers, body: 'abc' }),
  );
  expect(answer.status).toBe(200);
});
