import { createDenialRecorder } from '@pas/shared/audit/record-denial';
import { createRouteGuard } from '@pas/shared/principal/route-guard';
import { createAdminApp } from '@pas/admin/src/app.ts';
import { createCoreMobileApp } from '@pas/core-mobile/src/app.ts';
import { createResidentApp } from '@pas/resident/src/app.ts';
import { describeRoutes } from './openapi/describe-routes.ts';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import type { AppParts } from '@pas/shared/service/start-service';
import { createLogger } from '@pas/platform/log/logger';
import { createWebhooksApp } from '@pas/webhooks/src/app.ts';
import { receiverPaths } from '@pas/webhooks/src/receiver-paths.ts';
import { createReceivers } from '@pas/webhooks/src/receivers.ts';
import { findReceiver } from '@pas/webhooks/src/routes.ts';
import { operatorRouter } from '@pas/gateway/src/operators/mount-operators.ts';
import { describe, expect, test } from 'vitest';
import { apiDescriptions } from './openapi/api-descriptions.ts';
import { mountedRoutes } from './mounted-routes.ts';
import {
  adminDependencies,
  coreMobileDependencies,
  operatorDependencies,
  residentDependencies,
  webhooksDependencies,
} from './throwaway-dependencies.ts';

const partsOf = (service: string): AppParts => ({
  service,
  environment: 'TEST',
  log: createLogger({ service, environment: 'TEST', level: 'silent' }),
  events: leaveToSweeper,
  guard: createRouteGuard({ audience: `${service}@TEST`, publicKeys: new Map() }),
  recordDenial: createDenialRecorder(),
  healthChecks: [],
});

const adminApp = createAdminApp(partsOf('admin'), adminDependencies);
const gatewayRoutes = operatorRouter(operatorDependencies, {
  environment: 'TEST',
  log: createLogger({ service: 'gateway', environment: 'TEST', level: 'silent' }),
  recordRefusal: () => Promise.resolve(),
});

const apps: Record<string, { router: unknown }> = {
  // The gateway itself answers the log-in of operators.
  admin: { router: { stack: [{ handle: gatewayRoutes }, { handle: adminApp.router }] } },
  resident: createResidentApp(partsOf('resident'), residentDependencies),
  'core-mobile': createCoreMobileApp(partsOf('core-mobile'), coreMobileDependencies),
  webhooks: createWebhooksApp(partsOf('webhooks'), webhooksDependencies),
};

/** Routes for operators, which the gateway does not forward. */
const operational = ['get /livez', 'get /readyz'];

function describedRoutes(service: string): string[] {
  const api = apiDescriptions[service];
  const paths = api ? describeRoutes(api).paths : {};
  return Object.entries(paths ?? {}).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
}

test('each described service is compared', () => {
  expect(Object.keys(apps)).toEqual(Object.keys(apiDescriptions));
});

/** Receivers match their paths themselves, so this test requests each one. */
const { signatures, calls } = webhooksDependencies;
const receivers = createReceivers(signatures, { ...calls, ...partsOf('webhooks') });
const received = receiverPaths.flatMap(({ method, path }) => {
  const methods: readonly string[] = findReceiver(receivers, path)?.methods ?? [];
  return methods.includes(method.toUpperCase()) ? [`${method} ${path}`] : [];
});

test('each provider has a path in the description', () => {
  const described = new Set(receiverPaths.map(({ provider }) => provider));
  expect(receivers.map(({ provider }) => provider)).toEqual([...described]);
});

describe.each(Object.entries(apps))('%s', (service, app) => {
  const routes = mountedRoutes(app).filter((route) => !operational.includes(route));
  const mounted = service === 'webhooks' ? [...routes, ...received] : routes;
  const described = describedRoutes(service);

  test('answers no undescribed route', () => {
    expect(mounted.filter((route) => !described.includes(route))).toEqual([]);
  });

  test('answers every described route', () => {
    expect(described.filter((route) => !mounted.includes(route))).toEqual([]);
  });

  test('mounts no route twice', () => {
    expect(mounted).toHaveLength(new Set(mounted).size);
  });
});
