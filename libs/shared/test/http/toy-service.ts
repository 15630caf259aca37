import { createApp, type AppOptions } from '@pas/platform/http/create-app';
import type { UnknownInput } from '@pas/platform/http/parse-input';
import { startHarness, type ServiceHarness } from '@pas/testing/service-harness';
import { apiKeyPrincipal, residentPrincipal } from '@pas/testing/test-gateway';
import { newId } from '@pas/shared/ids/id';

import { routes } from './toy.routes.ts';

const tenantId = newId('tenant');

/** Holds all scopes of the toy service. */
export const owner = apiKeyPrincipal(tenantId, ['units:*']);
/** Holds only the read scope. */
export const reader = apiKeyPrincipal(tenantId, ['units:read']);
export const platform = apiKeyPrincipal(null, ['platform']);
export const resident = residentPrincipal(newId('user'), tenantId, newId('session'));

/** Starts a small real service. It treats unknown input as its group of routes does. */
export function startToy(
  unknownInput: UnknownInput = 'refuse',
  options: Partial<AppOptions> = {},
): Promise<ServiceHarness> {
  return startHarness({
    service: 'toy',
    // The failures are artificial and reported to nobody.
    routes: [],
    build: (parts) => createApp({ ...parts, routes, unknownInput, ...options }),
  });
}
