import type { Build } from '@pas/platform/build/describe-build';
import { logAccess } from '@pas/platform/http/access-log';
import type { HealthCheck } from '@pas/platform/health/readiness';
import { healthRoutes } from '@pas/platform/http/health';
import { observeRequests } from '@pas/platform/http/observe-requests';
import { refuseMalformedUrl } from '@pas/platform/http/refuse-malformed-url';
import { refuseUnknownPath } from '@pas/platform/http/refuse-unknown-path';
import { renderError } from '@pas/platform/http/render-error';
import type { Logger } from '@pas/platform/log/logger';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { allowOrigins } from './allow-origins.ts';
import { serializePipelinedRequests } from './fair-shares/serialize-pipelined-requests.ts';
import { gatewayFaultPages } from './pages/fault-pages.ts';
import { composeHandlers } from './compose-handlers.ts';
import { refuseMalformed } from './refuse-malformed.ts';
import { requireTlsLater } from './require-tls-later.ts';
import { startTrace } from './start-trace.ts';

export interface GatewayAppOptions {
  log: Logger;
  healthChecks: readonly HealthCheck[];
  /** The build that `/livez` names. */
  build?: Build;
  trustedProxies: readonly string[];
  /** In production, answers tell browsers to return over TLS only (HSTS). */
  isProduction: boolean;
  corsOrigins: readonly string[];
  /** The routes of operators, which the gateway answers itself; none in a webhook ingress. */
  operators: RequestHandler | null;
  /** Authenticates and forwards; unknown paths fall through. */
  edge: RequestHandler;
  /** The gateway's own pages and routes; none in a webhook ingress. */
  pages: Router | null;
}

/** Builds the gateway's app: the handlers of every request, in order. It does not listen and reads no environment. */
export function createGatewayApp(options: GatewayAppOptions): Express {
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', 'simple')
    .set('case sensitive routing', true)
    .set('trust proxy', [...options.trustedProxies]);
  const checks = [
    serializePipelinedRequests,
    startTrace,
    ...(options.isProduction ? [requireTlsLater] : []),
    healthRoutes(options.healthChecks, options.build),
    logAccess(options.log),
    observeRequests,
    refuseMalformed,
    refuseMalformedUrl,
    allowOrigins(options.corsOrigins),
    ...(options.operators ? [options.operators] : []),
    options.edge,
  ];
  app.use(composeHandlers(...checks));
  if (options.pages) app.use(options.pages);
  app.use(refuseUnknownPath);
  app.use(renderError(options.log, gatewayFaultPages));
  return app;
}
