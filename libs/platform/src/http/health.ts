import { Router, type RequestHandler } from 'express';
import type { Build } from '../build/describe-build.ts';
import { readReadiness, type HealthCheck } from '../health/readiness.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';

const healthPath = /^\/(?:livez|readyz)/;

/**
 * Serves `/livez` (the process answers, with its build) and `/readyz` (it can serve requests, with the state of each
 * check).
 */
export function healthRoutes(checks: readonly HealthCheck[], build?: Build): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'live', ...build });
  });
  router.get('/readyz', async (_request, response) => {
    const readiness = await readReadiness(checks);
    response.set('Cache-Control', 'no-store').status(readiness.status === 'unready' ? 503 : 200);
    response.json(readiness);
  });
  router.all(['/livez', '/readyz'], refuseOtherMethods(['get']));
  // The pattern is tested first, because the router would take longer to find no match.
  return (request, response, next) => {
    if (healthPath.test(request.url)) router(request, response, next);
    else next();
  };
}
