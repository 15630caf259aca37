import type { Route } from '@pas/platform/http/define-route';

/** The routes of the mobile apps, resource by resource: registration, devices, access. */
export const coreMobileRoutes: readonly Route[] = [];
