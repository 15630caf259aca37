import { parse } from 'node:querystring';
import express, { type Express, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import { observeRequests } from '../metrics/observe-requests.ts';
import { logAccess } from './access-log.ts';
import { correlate } from './correlate.ts';
import type { Route } from './define-route.ts';
import type { HealthCheck } from '../health/readiness.ts';
import { healthRoutes } from './health.ts';
import { mountRoutes, type MountOptions } from './mount-routes.ts';
import { refuseMalformedUrl } from './refuse-malformed-url.ts';
import { refuseUnknownPath } from './refuse-unknown-path.ts';
import { renderError, type FaultPages } from './render-error.ts';
import { authenticateBy } from './route-guard.ts';

export interface AppOptions extends MountOptions {
  routes: readonly Route[];
  healthChecks: readonly HealthCheck[];
  /** Routes of another kind; mounted behind the guard, before `routes`. */
  pages?: Router;
  /** Where failures are told as pages. */
  faultPages?: FaultPages;
}

/** The headers of every answer; an API needs no content policy, pages set their own. */
const secureHeaders: RequestHandler = helmet({
  contentSecurityPolicy: false,
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  referrerPolicy: { policy: 'no-referrer' },
});

/** All of a query, whose length the request line limits: the parser stops at a thousand by itself and drops the rest. */
const parseQuery = (text: string) => parse(text, '&', '=', { maxKeys: 0 });

/**
 * Builds a service: public health checks, routes behind the guard, and one renderer of errors. The app is pure: it
 * opens no port and reads no environment.
 */
export function createApp(options: AppOptions): Express {
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', parseQuery)
    .set('case sensitive routing', true);
  app.use(secureHeaders, correlate, healthRoutes(options.healthChecks));
  app.use(logAccess(options.log), observeRequests);
  app.use(refuseMalformedUrl, authenticateBy(options.guard));
  if (options.pages) app.use(options.pages);
  app.use(mountRoutes(options.routes, options));
  app.use(refuseUnknownPath);
  app.use(renderError(options.log, options.faultPages));
  return app;
}
