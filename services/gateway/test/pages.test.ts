import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readiness } from '@pas/platform/health/readiness';
import { keyId } from '@pas/shared/principal/assertion';
import { core, control } from '@pas/platform/mongo/connections';
import { waitUntil } from '@pas/testing/wait-until';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { connectApart } from '@pas/testing/test-databases';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { addTenant } from './support/rows.ts';
import { issuer, runGateway, type RunningGateway } from './support/running-gateway.ts';
import { signIn } from './support/sign-in.ts';

let gateway: RunningGateway;
const openapi = mkdtempSync(join(tmpdir(), 'openapi-'));

beforeAll(async () => {
  for (const name of ['resident.yaml', 'admin.yaml', 'notes.txt'])
    writeFileSync(join(openapi, name), `# ${name}\n`);
  gateway = await runGateway({
    OPENAPI_DIR: openapi,
    PORTAL_URL: 'http://portal.test',
    MAILBOX_URL: 'http://mailbox.test',
  });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(openapi, { recursive: true });
});

const get = (path: string): Promise<Answer> => call(gateway.port, path);

describe('documentation', () => {
  test('the start page describes the system, and links to documentation, portal and mailbox', async () => {
    const { text } = await get('/');
    expect(text).toContain('<h1>Property access</h1>');
    expect(text).toContain('<code>DEV</code>');
    const own = ['/docs', '/docs/api', '/docs/errors', '/readyz', '/.well-known/jwks.json'];
    for (const link of [...own, 'http://portal.test', 'http://mailbox.test']) {
      expect(text).toContain(`href="${link}"`);
    }
    expect(text).not.toContain('Sandbox');
  });

  test('the start page does not link to itself as the portal', async () => {
    const { text } = await call(gateway.port, '/', { headers: { Host: 'portal.test' } });
    expect(text).toContain('Property access');
    expect(text).not.toContain('http://portal.test');
  });

  test('every page has an icon for the tab', async () => {
    const { status, headers } = await get('/favicon.ico');
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^image\/svg\+xml/)]);
  });

  test('the viewer loads only files of the gateway', async () => {
    const page = await get('/docs/api');
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    const own = ['/', '/docs', '/docs/api', '/docs/errors', '/readyz'];
    const links = [...own, '/docs/api?api=admin', '/docs/api?api=resident'];
    const loaded = assets.filter(
      (url) => ![...links, '/favicon.ico', '/docs/openapi/admin.yaml'].includes(url),
    );
    expect(loaded).toHaveLength(5);
    for (const url of loaded) {
      expect(url).toMatch(/^\/docs\//);
      const asset = await get(url);
      expect(asset.status).toBe(200);
      expect(asset.headers['content-type']).toMatch(/^text\/(css|javascript)/);
    }
  });

  test('the viewer lists the descriptions, the Admin API first', async () => {
    const { text } = await get('/docs/api');
    const apis = [...text.matchAll(/href="\/docs\/api\?api=([^"]+)"( aria-current="page")?/g)];
    expect(apis.map(([, api, mark]) => [api, mark !== undefined])).toEqual([
      ['admin', true],
      ['resident', false],
    ]);
    expect(text).toContain('data-src="/docs/openapi/admin.yaml"');
    const other = (await get('/docs/api?api=resident')).text;
    expect(other).toContain('<title>Resident API – Property access</title>');
    expect(other).toContain('data-src="/docs/openapi/resident.yaml"');
    for (const unknown of ['none', '"><script>', 'notes.txt', 'resident&api=admin']) {
      expect((await get(`/docs/api?api=${unknown}`)).text).toContain('data-src="/docs/openapi/admin.yaml"');
    }
    const description = await get('/docs/openapi/admin.yaml');
    expect(description).toMatchObject({ status: 200, text: '# admin.yaml\n' });
    expect(description.headers['content-type']).toContain('yaml');
  });

  test.each([
    '/docs/openapi/none.yaml',
    '/docs/openapi/..%2fnotes.yaml',
    '/docs/openapi/notes.txt',
    '/docs/viewer/package.json',
  ])('404 for %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test.each([
    '/',
    '/docs/api',
    '/docs/errors',
    '/docs/viewer/start.js',
    '/docs/openapi/admin.yaml',
    '/favicon.ico',
    '/livez',
  ])('405 for other methods than GET at %s', async (path) => {
    for (const method of ['POST', 'DELETE', 'OPTIONS', 'TRACE']) {
      const answer = await call(gateway.port, path, { method });
      expect([answer.status, problemOf(answer).code]).toEqual([405, 'method_not_allowed']);
      expect(answer.headers['allow']).toBe('GET, HEAD');
    }
    expect((await call(gateway.port, path, { method: 'HEAD' })).status).toBe(200);
  });

  test.each(['/docs/errors', '/docs/viewer/swagger-ui-bundle.js'])('%s is compressed', async (path) => {
    for (const [accepted, coding] of [
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['identity', undefined],
      ['gzip;q=0', undefined],
    ]) {
      const answer = await call(gateway.port, path, { headers: { 'Accept-Encoding': accepted } });
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding]);
      expect(answer.headers['vary']).toContain('Accept-Encoding');
    }
  });

  test('the type of a problem links to its code', async () => {
    const { type } = JSON.parse((await get('/nowhere')).text) as { type: string };
    const [path = '', anchor = ''] = type.split('#');
    expect((await get(path)).text).toContain(`id="${anchor}"`);
  });
});

test('the published keys verify the tokens that the gateway accepts', async () => {
  const answer = await get('/.well-known/jwks.json');
  const keySet = JSON.parse(answer.text) as JSONWebKeySet;
  const kid = await keyId(createPublicKey(gateway.coreJwtKey));
  expect(keySet.keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String) as string, kid, alg: 'Ed25519', use: 'sig' },
  ]);
  expect(answer.headers['cache-control']).toBe('public, max-age=300');
  const { token, user } = await signIn(gateway, (await addTenant())._id);
  const { payload } = await jwtVerify(token, createLocalJWKSet(keySet), { issuer, audience: 'core' });
  expect(payload.sub).toBe(user._id);
});

describe('health', () => {
  const readiness = async () => {
    const answer = await get('/readyz');
    const { status, checks } = JSON.parse(answer.text) as Readiness;
    return { code: answer.status, status, checks };
  };

  test('is live, and ready while all services and databases are up', async () => {
    expect((await get('/livez')).status).toBe(200);
    await waitUntil(async () => (await readiness()).status === 'ready', { what: 'the gateway to be ready' });
    const { code, checks } = await readiness();
    expect(code).toBe(200);
    expect(Object.keys(checks).toSorted()).toEqual([
      'admin@DEV',
      'admin@TEST',
      'control',
      'controlChanges',
      'core-mobile@DEV',
      'coreChanges',
      'draining',
      'keys',
      'mongo',
      'resident@DEV',
      'webhooks@DEV',
    ]);
  });

  test('is unready while it drains', async () => {
    gateway.drain.isDraining = true;
    expect(await readiness()).toMatchObject({
      code: 503,
      status: 'unready',
      checks: { draining: { status: 'down' } },
    });
    gateway.drain.isDraining = false;
    expect((await readiness()).code).toBe(200);
  });

  test('is degraded without the Core’s database and unready without the control database', async () => {
    await connectApart(inject('mongoUrl'));
    await core.close();
    expect(await readiness()).toMatchObject({
      code: 200,
      status: 'degraded',
      checks: { mongo: { status: 'down' } },
    });
    await control.close();
    expect(await readiness()).toMatchObject({
      code: 503,
      status: 'unready',
      checks: { control: { status: 'down' } },
    });
  });
});
