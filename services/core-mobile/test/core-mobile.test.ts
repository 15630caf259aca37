import { anonymous } from '@pas/shared/principal/principal';
import { testWithoutGateway } from '@pas/testing/route-attacks/without-gateway';
import { residentPrincipal } from '@pas/testing/test-gateway';
import { describe, expect, test } from 'vitest';
import { coreMobileRoutes } from '../src/routes.ts';
import { describedDependencies, startCoreMobile } from './core-mobile-harness.ts';

const service = await startCoreMobile();

describe('behind the gateway', () => {
  test('200: reports that the service is ready', async () => {
    expect((await service.call('GET', '/readyz', { as: null })).status).toBe(200);
  });

  testWithoutGateway({
    routes: coreMobileRoutes(describedDependencies),
    harness: () => service,
    paths: ['/registration/login', '/devices', '/access/points'],
  });

  test.each([anonymous, residentPrincipal('user_x', 'ten_x', 'ses_x')])(
    '404: an unknown path',
    async (as) => {
      const { status, body } = await service.call('GET', '/access/nothing', { as });
      expect([status, body.code]).toEqual([404, 'path_not_found']);
    },
  );
});
