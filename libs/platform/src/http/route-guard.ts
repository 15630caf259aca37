import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../context/operation-context.ts';
import type { Route } from './define-route.ts';

/** Decides which requests reach a route. A product brings its own: the mechanism knows no credentials and no scopes. */
export interface RouteGuard {
  /** @throws unauthenticated for a request without credentials that hold */
  authenticate(request: Request): Promise<Caller>;
  /** @throws unauthenticated for a kind of caller that the route is not for, forbidden without its scope */
  authorize(principal: Caller, route: Route): void;
  /** Whether the caller stands above all tenants and names the one that it means by `?tenantId=`. */
  isAboveTenants(principal: Caller): boolean;
}

/** Lets a request pass with a principal only. */
export function authenticateBy(guard: RouteGuard): RequestHandler {
  return async (request, response, next) => {
    response.locals['principal'] = await guard.authenticate(request);
    next();
  };
}

/** The principal of an authenticated request, as the service's guard has made it. */
export function principalOf(response: Response): Caller {
  return response.locals['principal'] as Caller;
}
