import { anonymous } from '@pas/shared/principal/principal';
import { growthOf } from '@pas/testing/read-metric';
import { testWithoutGateway } from '@pas/testing/route-attacks/without-gateway';
import { residentPrincipal } from '@pas/testing/test-gateway';
import { describe, expect, test } from 'vitest';
import { receiverPaths } from '../src/receiver-paths.ts';
import { provider, useWebhooks } from './webhooks-harness.ts';

const { harness: service } = await useWebhooks();

describe('behind the gateway', () => {
  test('200: reports that it is ready', async () => {
    const { status, body } = await service.call('GET', '/readyz', { as: null });
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'ready' })]);
  });

  testWithoutGateway({
    routes: [],
    harness: () => service,
    paths: ['/telephony-a', '/telephony-a/voice', '/telephony-b/events', '/payments', '/webhooks/identity'],
  });

  test.each([anonymous, residentPrincipal('user_x', 'ten_x', 'ses_x')])(
    '401: for $kind callers',
    async (as) => {
      const { status, body } = await service.call('POST', '/payments', { as, body: {} });
      expect([status, body.code]).toEqual([401, 'token_invalid']);
    },
  );

  test.each(receiverPaths)(
    '401: $method $path, as described, without a signature',
    async ({ method, path }) => {
      const { status, body } = await service.call(method === 'get' ? 'GET' : 'POST', path, { as: provider });
      expect([status, body.code]).toEqual([401, 'signature_invalid']);
    },
  );

  test('requests of a provider are counted by its path, in the class of webhooks', async () => {
    const labels = { method: 'POST', route: '/telephony-a', class: 'webhook', status: '4xx' };
    const send = async () => {
      for (const path of ['/telephony-a', '/telephony-a/voice'])
        await service.call('POST', path, { as: provider });
    };
    expect(await growthOf(['http_request_duration_seconds_count', labels], send)).toBe(2);
  });

  test('404: an unknown path, with any body', async () => {
    const init = { method: 'POST', body: '{ no JSON', headers: { 'content-type': 'application/json' } };
    expect((await service.send('/payments/nothing', { ...init, as: provider })).status).toBe(404);
  });
});
