import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

const site = mkdtempSync(join(tmpdir(), 'docs-'));
const home = '<p>home</p>'.repeat(40);
let gateway: RunningGateway;

beforeAll(async () => {
  mkdirSync(join(site, 'assets'));
  mkdirSync(join(site, 'operators'));
  mkdirSync(join(site, '0.0.9'));
  writeFileSync(join(site, 'index.html'), home);
  writeFileSync(join(site, 'index.html.br'), brotliCompressSync(home));
  writeFileSync(join(site, 'operators/install.html'), 'install');
  writeFileSync(join(site, '0.0.9/index.html'), 'earlier');
  writeFileSync(join(site, 'assets/app.1a2b.js'), 'run()');
  writeFileSync(join(site, '.hidden'), 'hidden');
  gateway = await runGateway({ DOCS_DIR: site });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(site, { recursive: true });
});

const get = (path: string): Promise<Answer> => call(gateway.port, path);

describe('a built documentation site', () => {
  test.each([
    ['/docs', home],
    ['/docs/', home],
    ['/docs/operators/install', 'install'],
    ['/docs/0.0.9/', 'earlier'],
  ])('%s answers its page, whose policy allows files of this origin only', async (path, text) => {
    const { status, headers, text: sent } = await get(path);
    expect([status, sent]).toEqual([200, text]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  test('its hashed files are immutable', async () => {
    const { status, headers } = await get('/docs/assets/app.1a2b.js');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  test('a page is sent compressed to clients that accept it', async () => {
    const { headers } = await call(gateway.port, '/docs', { headers: { 'Accept-Encoding': 'br' } });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['content-length']).toBe(String(brotliCompressSync(home).length));
  });

  test('an address of the viewer from earlier releases redirects to it', async () => {
    const { status, headers } = await get('/docs?api=resident%22%0d%0aX');
    expect([status, headers['location']]).toEqual([308, '/docs/api?api=resident%22%0D%0AX']);
  });

  test.each([
    '/docs/none',
    '/docs/index.html',
    '/docs/index.html.br',
    '/docs/.hidden',
    '/docs/operators',
    '/docs/..%2f..%2fetc%2fpasswd',
  ])('404 for %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test.each(['/docs', '/docs/'])('405 for other methods than GET at %s', async (path) => {
    const answer = await call(gateway.port, path, { method: 'POST' });
    expect([answer.status, problemOf(answer).code]).toEqual([405, 'method_not_allowed']);
  });
});

test('without a built site, /docs leads to the viewer of the APIs', async () => {
  const bare = await runGateway({ DOCS_DIR: join(site, 'none') });
  const answers = await Promise.all(['/docs', '/docs?api=admin'].map((path) => call(bare.port, path)));
  await bare.stop();
  expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
    [307, '/docs/api'],
    [308, '/docs/api?api=admin'],
  ]);
});
