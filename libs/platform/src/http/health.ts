import { Router, type RequestHandler } from 'express';
import { readReadiness, type HealthCheck } from '../health/readiness.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';

const healthPath = /^\/(?:livez|readyz)/;

/** `/livez`: the process answers. `/readyz`: it can serve requests, and if not, what it lacks. */
export function healthRoutes(checks: readonly HealthCheck[]): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'live' });
  });
  router.get('/readyz', async (_request, response) => {
    const readiness = await readReadiness(checks);
    response.set('Cache-Control', 'no-store').status(readiness.status === 'unready' ? 503 : 200);
    response.json(readiness);
  });
  router.all(['/livez', '/readyz'], refuseOtherMethods(['get']));
  // Checked first on every request, because the router would need longer to find no match.
  return (request, response, next) => {
    if (healthPath.test(request.url)) router(request, response, next);
    else next();
  };
}
