import type { Route } from '@pas/platform/http/define-route';
import { expect, test } from 'vitest';
import type { ServiceHarness } from '../service-harness.ts';
import { pathOf } from './sample-input.ts';

interface WithoutGatewaySuite {
  routes: readonly Route[];
  harness: () => ServiceHarness;
  /** Paths that the service answers in addition to its routes. */
  paths?: readonly string[];
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Paths that servers often answer by themselves. */
const unknownPaths = ['/', '/nothing', '/metrics', '/docs', '/favicon.ico', '/livez/', '/readyz/x', '/LIVEZ'];

/** Headers with which a caller could impersonate the gateway. */
const lookAlikes = {
  authorization: 'Bearer e30.e30.e30',
  cookie: 'pas_session=e30.e30.e30',
  'x-pas-assertion': 'e30.e30.e30',
  'x-forwarded-for': '127.0.0.1',
};

/**
 * Tests that a service answers only the gateway. Without an assertion, known and unknown paths answer the same 401 for
 * every method, marked as a refused assertion. So outsiders cannot discover the paths.
 */
export function testWithoutGateway({ routes, harness, paths = [] }: WithoutGatewaySuite): void {
  const all = [...new Set([...routes.map((route) => pathOf(route)), ...paths, ...unknownPaths])];
  test.each(all)('%s: 401 without the gateway for every method', async (path) => {
    for (const method of methods) {
      for (const headers of [{}, lookAlikes]) {
        const response = await harness().send(path, { as: null, method, headers });
        const body = await response.text();
        expect([method, response.status]).toEqual([method, 401]);
        expect(response.headers.get('x-pas-refused')).toBe('assertion');
        expect(response.headers.get('allow')).toBeNull();
        const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
        const said = isPage ? '<h1>' : 'Call this service through the gateway.';
        expect(body.includes(said)).toBe(method !== 'HEAD');
      }
    }
  });

  test.each(['/livez', '/readyz'])('%s: answers everybody, for GET only', async (path) => {
    for (const method of methods) {
      const response = await harness().send(path, { as: null, method });
      await response.body?.cancel();
      // A busy machine may be unready for a moment.
      const expected = /GET|HEAD/.test(method) ? [200, 503] : [405];
      expect([method, expected.includes(response.status)]).toEqual([method, true]);
    }
  });
}
