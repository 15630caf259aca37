import { routesFor } from '@pas/platform/http/define-route';
import type { CodeOf } from '../errors/error-codes.ts';
import type { Principal, RouteCallers } from '../principal/principal.ts';
import type { RouteScope } from '../principal/scopes.ts';

/** The two ways to define an endpoint of this service; see `routesFor`. */
export const { defineRoute, definePublicRoute } = routesFor<{
  principal: Principal;
  scope: RouteScope;
  additionalScope: RouteScope | 'platform';
  callers: RouteCallers;
  codes: { readonly [Status in 401 | 403 | 409 | 410 | 422 | 429 | 503]?: readonly CodeOf<Status>[] };
}>({ inTenant: 'admin', public: 'none' });
