import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../context/operation-context.ts';
import type { FieldProblem } from '../errors/fault.ts';
import type { Route } from './define-route.ts';

/**
 * Decides which requests reach a route. A product provides its own guard: this library does not know
 * credentials or scopes.
 */
export interface RouteGuard {
  /** @throws unauthenticated for a request without valid credentials */
  authenticate(request: Request): Promise<Caller>;
  /**
   * @throws unauthenticated for a kind of caller that the route excludes, forbidden without its scopes or sufficient
   *   reach
   */
  authorize(principal: Caller, route: Route): void;
  /** @throws forbidden for a caller who may read a list, and now not export it as a table */
  authorizeTable?(principal: Caller, route: Route): void;
  /** Finds problems in the headers of an authenticated request, for its 422. */
  headerProblems?(principal: Caller): readonly FieldProblem[];
  /** Whether the caller is a platform caller that must name its tenant with `?tenantId=`. */
  isAboveTenants(principal: Caller): boolean;
}

/** Stores the caller of a request, for its handlers and its access line. */
export function setPrincipal(response: Response, principal: Caller): void {
  response.locals['principal'] = principal;
}

/** Admits only requests with a principal. */
export function authenticateBy(guard: RouteGuard): RequestHandler {
  return async (request, response, next) => {
    setPrincipal(response, await guard.authenticate(request));
    next();
  };
}

/** Returns the principal that the service's guard has set for an authenticated request. */
export function principalOf(response: Response): Caller {
  return response.locals['principal'] as Caller;
}
