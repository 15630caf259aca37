import { describe, expect, test } from 'vitest';
import { call, problemOf } from './support/http-call.ts';
import { addKey, addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();
const key = await addKey((await addTenant())._id);

describe('another spelling of a path never has more access than the plain one', () => {
  test.each([
    '//api/admin/units',
    '/%61pi/admin/units',
    '/API/admin/units',
    '/api//admin/units',
    '/api%2Fadmin/units',
    '/./api/admin/units',
    '/x/../api/admin/units',
    '/Payments',
    '//payments',
    '/%70ayments',
    '/payment',
    '/paymentsx',
    '/webhooks',
    '/api',
    '/LIVEZ',
    '/livez/',
    '/readyz/x',
    '/metrics',
    '/.env',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/.well-known/jwks.json/',
  ])('%s belongs to no group', async (path) => {
    const before = gateway.reached();
    const answer = await call(gateway.port, path);
    expect([answer.status, problemOf(answer).code]).toEqual([404, 'path_not_found']);
    expect(gateway.reached()).toBe(before);
  });

  test.each([
    '/api/admin/../v1/me',
    '/api/admin/%2e%2e/v1/me',
    '/api/admin//units',
    '/api/admin/units%2Fx',
    '/api/admin/..%5cv1',
    '/api/admin/units/.',
  ])('%s needs the credentials of its group, and then is 404', async (path) => {
    const before = gateway.reached();
    expect((await call(gateway.port, path)).status).toBe(401);
    const answer = await call(gateway.port, path, { headers: key.headers });
    expect([answer.status, problemOf(answer).code]).toEqual([404, 'path_not_found']);
    expect(gateway.reached()).toBe(before);
  });

  test('an external id with an encoded slash reaches the service, which refuses it with a reason', async () => {
    const path = '/api/admin/units/by-external-id/a%2Fb';
    const before = gateway.admin.DEV.count();
    expect((await call(gateway.port, path)).status).toBe(401);
    await call(gateway.port, path, { method: 'PUT', headers: key.headers });
    expect(gateway.admin.DEV.count()).toBe(before + 1);
  });

  test('anonymous paths do not bypass credentials: /api/v1/auth/../me', async () => {
    const before = gateway.reached();
    for (const path of ['/api/v1/auth/../me', '/api/v1/auth/%2e%2e/me', '/api/v1/auth/..%2fme']) {
      expect((await call(gateway.port, path)).status).toBe(404);
    }
    expect((await call(gateway.port, '/api/v1/%61uth/login')).status).toBe(401);
    expect((await call(gateway.port, '/api/v1/authx')).status).toBe(401);
    expect(gateway.reached()).toBe(before);
  });
});
