import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReceivedRequest } from './support/echo-service.ts';
import { call } from './support/http-call.ts';
import { addKey, addTenant, type AddedKey } from './support/rows.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

const fromProxy = {
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'api.test',
};

describe.each([
  ['with a declared TLS proxy on its host', { TLS_PROXY: 'loopback' }, ['203.0.113.7', 'https', 'api.test']],
  ['without a proxy', {}, ['127.0.0.9', 'http', 'gateway.test']],
])('a gateway %s', (_which, settings, expected) => {
  let gateway: RunningGateway;
  let key: AddedKey;
  beforeAll(async () => {
    gateway = await runGateway(settings);
    key = await addKey((await addTenant())._id);
  });
  afterAll(() => gateway.stop());

  test('writes X-Forwarded-* by the proxies that it trusts', async () => {
    const headers = { ...key.headers, ...fromProxy, Host: 'gateway.test' };
    const answer = await call(gateway.port, '/api/admin/units', { headers, from: '127.0.0.9' });
    const seen = (JSON.parse(answer.text) as ReceivedRequest).headers;
    expect(['for', 'proto', 'host'].map((name) => seen[`x-forwarded-${name}`])).toEqual(expected);
  });
});
