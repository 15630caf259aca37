import { assert, constantFrom, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signInCookieNames } from '@pas/shared/sessions/browser-cookie';
import { forwardedHeaders } from './strip-headers.ts';

const edge = {
  assertion: 'sealed',
  correlationId: 'correlation-1',
  traceparent: '00-1-2-00',
  client: { address: '192.0.2.7', protocol: 'https', host: 'api.test' },
  keepsAuthorization: false,
  signInCookies: null,
};

const own = {
  'x-pas-assertion': 'sealed',
  'x-correlation-id': 'correlation-1',
  traceparent: '00-1-2-00',
  'x-forwarded-for': '192.0.2.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'api.test',
};

describe('forwardedHeaders', () => {
  test('forwards the headers of the caller that a service may need', () => {
    const headers = {
      host: 'api.test',
      accept: 'application/json',
      'content-type': 'application/json',
      'content-length': '2',
      'idempotency-key': 'k-1',
      'if-match': '"3"',
      'user-agent': 'client/1',
      tracestate: 'a=b',
      'payments-signature': 't=1',
    };
    expect(forwardedHeaders(headers, edge)).toEqual({ ...headers, ...own });
  });

  test('no sent header changes the headers of the edge', () => {
    const name = stringMatching(/^[a-z0-9-]{1,20}$/);
    const alias = constantFrom('x-pas-', 'x-user', 'x-tenant', 'x-forwarded-', 'x_', 'x.');
    assert(
      property(alias, name, string(), (prefix, rest, value) => {
        expect(forwardedHeaders({ [prefix + rest]: value }, edge)).toEqual(own);
      }),
    );
  });

  test('drops credentials, except the bearer token for the one route that verifies it', () => {
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'proxy-authorization': 'Basic x' };
    expect(forwardedHeaders(headers, edge)).toEqual(own);
    expect(forwardedHeaders(headers, { ...edge, keepsAuthorization: true })).toEqual({
      ...own,
      authorization: 'Bearer x',
    });
  });

  test('forwards only the browser mark and the refresh cookie on paths of sign-in', () => {
    const browsers = { ...edge, signInCookies: new Set(signInCookieNames('DEV')) };
    const cookie =
      'a=1; pas_refresh_DEV=t-1;__Host-pas_session=s; pas_device_DEV=d-1; xpas_refresh_DEV=t-2; pas_device_TEST=t-3';
    const headers = { cookie, 'x-pas-client': 'web', 'x-pas-client-id': 'web' };
    expect(forwardedHeaders(headers, edge)).toEqual(own);
    expect(forwardedHeaders(headers, browsers)).toEqual({
      ...own,
      cookie: 'pas_refresh_DEV=t-1; pas_device_DEV=d-1',
      'x-pas-client': 'web',
    });
    for (const client of ['Web', 'web, web', 'app', '']) {
      expect(forwardedHeaders({ cookie: 'a=1', 'x-pas-client': client }, browsers)).toEqual(own);
    }
  });

  test('drops headers that Connection names, in any case, except framing and host', () => {
    const headers = {
      connection: 'keep-alive, X-Once ,content-length,Host,transfer-encoding,x-pas-assertion',
      'x-once': '1',
      host: 'api.test',
      'content-length': '2',
    };
    expect(forwardedHeaders(headers, edge)).toEqual({ ...own, host: 'api.test', 'content-length': '2' });
  });
});
