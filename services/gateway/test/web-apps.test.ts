import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemOf, call, type Answer } from './support/http-call.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

const web = mkdtempSync(join(tmpdir(), 'web-'));
const script = 'console.log("built");'.repeat(40);
let gateway: RunningGateway;

beforeAll(async () => {
  const assets = join(web, 'console/assets');
  mkdirSync(assets, { recursive: true });
  mkdirSync(join(web, 'console/.vite'));
  writeFileSync(join(web, 'console/index.html'), '<script nonce="__NONCE__"></script><p nonce="__NONCE__">');
  writeFileSync(join(web, 'console/.vite/manifest.json'), '{}');
  writeFileSync(join(web, 'console/mark.svg'), '<svg/>');
  writeFileSync(join(assets, 'index-1a2b.js'), script);
  writeFileSync(join(assets, 'index-1a2b.js.br'), brotliCompressSync(script));
  gateway = await runGateway({ WEB_DIR: web });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(web, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  call(gateway.port, path, { headers });

/** The nonce that the policy of an answer allows. */
const nonceOf = ({ headers }: Answer): string | undefined =>
  /script-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];

describe('a built application', () => {
  test.each(['/console', '/console/', '/console/residents', '/console/buildings/prop_1'])(
    '%s answers its page, whose scripts have a nonce of this answer only',
    async (path) => {
      const [first, second] = await Promise.all([get(path), get(path)]);
      expect(first.status).toBe(200);
      expect(first.headers['cache-control']).toBe('no-store');
      const nonce = nonceOf(first);
      expect(nonce).toMatch(/^[\w+/]{24}$/);
      expect(first.text.split(`nonce="${nonce}"`)).toHaveLength(3);
      expect(nonceOf(second)).not.toBe(nonce);
      expect(first.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  test('its hashed files are immutable, and compressed for clients that accept it', async () => {
    const path = '/console/assets/index-1a2b.js';
    const plain = await get(path);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: expect.stringContaining('Accept-Encoding') as string,
    });
    expect(plain.text).toBe(script);
    const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(await response.text()).toBe(script);
  });

  test('its other files are revalidated', async () => {
    const { status, headers } = await get('/console/mark.svg');
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'no-cache',
      'image/svg+xml',
    ]);
  });

  test('404 for a file of an earlier release, the manifest and the compressed forms', async () => {
    expect(problemOf(await get('/console/assets/index-0000.js'))).toMatchObject({ status: 404 });
    for (const path of ['/console/.vite/manifest.json', '/console/assets/index-1a2b.js.br']) {
      expect((await get(path)).text).not.toContain('{}');
      expect((await get(path)).headers['content-encoding']).toBeUndefined();
    }
  });

  test('405 for a change', async () => {
    const { status, headers } = await call(gateway.port, '/console', { method: 'POST' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test('the start page links to it', async () => {
    const { text } = await get('/');
    expect(text).toContain('href="/console"');
    expect(text).not.toContain('href="/portal"');
  });
});

test('404 for an application that is not built', async () => {
  for (const path of ['/portal', '/portal/', '/portal/guests']) {
    expect(problemOf(await get(path))).toMatchObject({ status: 404, code: 'path_not_found' });
  }
});
