import { routesFor } from '@pas/platform/http/define-route';
import type { Principal, RouteCallers } from '../principal/principal.ts';
import type { RouteScope } from '../principal/scopes.ts';

/** The two ways to define an endpoint of this service; see `routesFor`. */
export const { defineRoute, definePublicRoute } = routesFor<{
  principal: Principal;
  scope: RouteScope;
  alsoScope: RouteScope | 'platform';
  callers: RouteCallers;
}>({ inTenant: 'admin', public: 'none' });
