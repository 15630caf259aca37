import { parse } from 'node:querystring';
import express, { type Express, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import type { Build } from '../build/describe-build.ts';
import { logAccess } from './access-log.ts';
import { correlate } from './correlate.ts';
import type { Route } from './define-route.ts';
import type { HealthCheck } from '../health/readiness.ts';
import { healthRoutes } from './health.ts';
import { mountRoutes, type MountOptions } from './mount-routes.ts';
import { observeRequests } from './observe-requests.ts';
import { refuseMalformedUrl } from './refuse-malformed-url.ts';
import { refuseUnknownPath } from './refuse-unknown-path.ts';
import { renderError, type FaultPages } from './render-error.ts';
import { authenticateBy } from './route-guard.ts';

export interface AppOptions extends MountOptions {
  routes: readonly Route[];
  healthChecks: readonly HealthCheck[];
  /** The build that `/livez` names. */
  build?: Build;
  /** Routes that serve pages, mounted behind the guard and before `routes`. */
  pages?: Router;
  /** Renders failures as pages. */
  faultPages?: FaultPages;
}

/** The headers of every answer. An API needs no content policy, and pages set their own. */
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

/**
 * Parses all parameters of a query. By default the parser drops those after the first thousand. The request line limits
 * the length of a query.
 */
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
  app.use(secureHeaders, correlate, healthRoutes(options.healthChecks, options.build));
  app.use(logAccess(options.log), observeRequests);
  app.use(refuseMalformedUrl, authenticateBy(options.guard));
  if (options.pages) app.use(options.pages);
  app.use(mountRoutes(options.routes, options));
  app.use(refuseUnknownPath);
  app.use(renderError(options.log, options.faultPages));
  return app;
}
