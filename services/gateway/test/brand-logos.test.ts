import { newId } from '@pas/shared/ids/id';
import { TenantLogoModel, type TenantLogoRow } from '@pas/shared/models/tenant-logo';
import { describe, expect, test } from 'vitest';
import { call, problemOf, type CallOptions } from './support/http-call.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"></circle></svg>';
let made = 0;
const newHash = (): string => (made++).toString(16).padStart(32, '0');

async function addLogo(fields: Partial<TenantLogoRow> = {}): Promise<TenantLogoRow> {
  const row = {
    _id: newId('tenant'),
    hash: newHash(),
    mediaType: 'image/svg+xml' as const,
    bytes: Buffer.from(drawing),
    ...fields,
  };
  await TenantLogoModel.insertMany([row]);
  return row;
}

const pathOf = ({ _id, hash }: Pick<TenantLogoRow, '_id' | 'hash'>): string => `/brand/${_id}/${hash}`;
const get = (path: string, options?: CallOptions) => call(gateway.port, path, options);

describe('GET /brand/{tenantId}/{hash}', () => {
  test('200 for anybody, for ever, as an image that other origins may show and that runs nothing', async () => {
    const logo = await addLogo();
    const { status, text, headers } = await get(pathOf(logo));
    expect([status, text]).toEqual([200, drawing]);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: `"${logo.hash}"`,
    });
    const known = await get(pathOf(logo), { headers: { 'if-none-match': `"${logo.hash}"` } });
    expect([known.status, known.text]).toEqual([304, '']);
  });

  test('404 at once for a replaced and for a removed logo, also after it was served', async () => {
    const logo = await addLogo();
    expect((await get(pathOf(logo))).status).toBe(200);
    const hash = newHash();
    await TenantLogoModel.updateOne({ _id: logo._id }, { $set: { hash, bytes: Buffer.from('other') } });
    const old = await get(pathOf(logo));
    expect([old.status, problemOf(old).code, old.headers['cache-control']]).toEqual([
      404,
      'not_found',
      'no-store',
    ]);
    expect((await get(pathOf({ ...logo, hash }))).text).toBe('other');
    await TenantLogoModel.deleteOne({ _id: logo._id });
    expect((await get(pathOf({ ...logo, hash }))).status).toBe(404);
  });

  test('404 for the same image at another tenant', async () => {
    const logo = await addLogo();
    expect((await get(pathOf(logo))).status).toBe(200);
    expect((await get(pathOf({ ...logo, _id: newId('tenant') }))).status).toBe(404);
  });

  test('404 for an impossible address, however often it is asked', async () => {
    const from = '127.8.8.8';
    const hash = newHash();
    const paths = [`/brand/ten_1/${hash}`, `/brand/${newId('unit')}/${hash}`, `/brand/${newId('tenant')}/0A`];
    for (const path of paths.flatMap((each) => Array.from({ length: 30 }, () => each)))
      expect((await get(path, { from })).status).toBe(404);
  });

  test('429 for a network that asks for many unknown logos, except those in memory', async () => {
    const logo = await addLogo();
    await get(pathOf(logo));
    const from = '127.9.9.9';
    const unknown = () => get(pathOf({ _id: newId('tenant'), hash: newHash() }), { from });
    for (let tries = 0; tries < 60; tries += 1) expect((await unknown()).status).toBe(404);
    const refused = await unknown();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(pathOf(logo), { from })).status).toBe(200);
    expect((await get(pathOf(await addLogo()))).status).toBe(200);
  });

  test('405 for other methods', async () => {
    const { status, headers } = await get(pathOf(await addLogo()), { method: 'PUT' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
