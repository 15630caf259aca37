import { describe, expect, test } from 'vitest';
import { groupMatcher, isPlainPath, routeTable, type RouteGroup } from './route-table.ts';

const match = groupMatcher(routeTable('api'));
const webhooks = ['/telephony-a', '/telephony-b', '/payments', '/webhooks/identity'];

describe('routeTable', () => {
  test('a gateway for webhooks has the providers’ paths and no others', () => {
    expect(routeTable('webhooks').map((group) => group.prefix)).toEqual(webhooks);
  });

  test('the api gateway takes webhooks too, with a lower limit than the webhook ingress', () => {
    const room = (groups: readonly RouteGroup[]) =>
      groups.filter((group) => group.upstream === 'webhooks').map((group) => group.maxInFlight);
    const [apart, shared] = [room(routeTable('webhooks')), room(routeTable('api'))];
    expect(shared).toHaveLength(webhooks.length);
    expect(Math.max(...shared)).toBeLessThan(Math.min(...apart));
    expect(routeTable('all')).toEqual(routeTable('api'));
  });

  test('no prefix is repeated', () => {
    const prefixes = routeTable('api').map((group) => group.prefix);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});

describe('groupMatcher', () => {
  test.each([
    ['/api/admin', '/api/admin'],
    ['/api/admin/units/unit_1', '/api/admin'],
    ['/api/admin/imports/residents/dry-run', '/api/admin/imports'],
    ['/api/admin/importsx', '/api/admin'],
    ['/api/admin/api-keys/leak-reports', '/api/admin/api-keys/leak-reports'],
    ['/api/admin/api-keys/leak-reportsx', '/api/admin'],
    ['/api/admin/audit', '/api/admin'],
    ['/api/admin/audit/export', '/api/admin/audit/export'],
    ['/api/admin/audit/verify', '/api/admin/audit/verify'],
    ['/api/admin/analytics/calls', '/api/admin/analytics'],
    ['/api/v1/me', '/api/v1'],
    ['/api/v1/auth', '/api/v1/auth'],
    ['/api/v1/auth/login', '/api/v1/auth'],
    ['/api/v1/authors', '/api/v1'],
    ['/access/verify', '/access/verify'],
    ['/access/verifyx', '/access'],
    ['/join/abc', '/join'],
    ['/telephony-a/voice/status', '/telephony-a'],
    ['/webhooks/identity', '/webhooks/identity'],
  ])('%s belongs to %s', (path, prefix) => {
    expect(match(path)?.prefix).toBe(prefix);
  });

  test('the export of a list as CSV is an expensive read, and the list is none', () => {
    const requestFor = (accept: string, method = 'GET') => ({ method, headers: { accept } });
    const path = '/api/admin/onboarding/invites';
    expect(match(path, requestFor('text/csv'))).toMatchObject({ prefix: path, isExpensive: true });
    for (const request of [requestFor('application/json'), requestFor('text/csv', 'POST')])
      expect(match(path, request)?.prefix).toBe('/api/admin');
    expect(match(`${path}/inv_1`, requestFor('text/csv'))?.prefix).toBe('/api/admin');
  });

  test.each([
    '/',
    '/api',
    '/api/',
    '/apix/admin',
    '/Api/admin',
    '/%61pi/admin',
    '//api/admin',
    '/joint',
    '/docs',
  ])('%s belongs to none', (path) => {
    expect(match(path)).toBeUndefined();
  });
});

describe('isPlainPath', () => {
  test.each([
    '/',
    '/a',
    '/a/',
    '/a/b.c',
    '/a/..b',
    '/a/b..',
    '/a/...',
    '/a/%20',
    '/a/%252e',
    '/.well-known/x',
    '/units/by-external-id/a%2Fb',
    '/units/by-external-id/a%5Cb',
    '/units/by-external-id/1%2e5',
  ])('%s is', (path) => {
    expect(isPlainPath(path)).toBe(true);
  });

  test.each([
    '//',
    '/a//b',
    '/a/./b',
    '/a/../b',
    '/a/.',
    '/a/..',
    '/a%2fb',
    '/a%2Fb',
    '/a/%2e%2e/b',
    '/a\\b',
    '/a%5Cb',
    '/a%00',
    '/units/by-external-id/%2E%2e',
    '/units/by-external-id/.%2e',
    '/units/by-external-id/..',
    '/units/by-external-id/a%2fb/c',
    '/units/by-external-id/a\\b',
    '/a%2f/by-external-id/b',
  ])('%s is not', (path) => {
    expect(isPlainPath(path)).toBe(false);
  });
});
