import { Fault } from '@pas/platform/errors/fault';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { mountRoutes } from '@pas/platform/http/mount-routes';
import { refuseUnknownPath } from '@pas/platform/http/refuse-unknown-path';
import { authenticateBy, type RouteGuard } from '@pas/platform/http/route-guard';
import type { Logger } from '@pas/platform/log/logger';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { Router, type Request, type RequestHandler } from 'express';
import { adminEnvHeader, chooseEnvironment, type Environments } from '../admin-env.ts';
import { tokenNotAccepted } from '../auth/callers.ts';
import { readCredential } from '../auth/read-credential.ts';
import { clientOf } from '../client.ts';
import type { RecordRefusal } from '../record-refusal.ts';
import { callbackRoutes, sessionRoutes } from './operator.routes.ts';
import type { Operators } from './operators.ts';

const prefix = '/api/admin/auth';

/** The one path below the prefix that the admin service answers, for every kind of caller. */
const selfPath = '/api/admin/auth/self';

export interface MountOperators {
  environments: Environments;
  log: Logger;
  recordRefusal: RecordRefusal;
}

interface RouterOptions extends Pick<MountOperators, 'log' | 'recordRefusal'> {
  /** The environment whose audit records the operations. */
  environment: string;
}

/**
 * Authenticates the routes of operators: the person of the session, or anonymous. Routes that need a session answer
 * with the reason.
 */
function createGuard(operators: Operators, { environment, recordRefusal }: RouterOptions): RouteGuard {
  const reasons = new WeakMap<object, Fault>();

  const read = async (request: Request): Promise<Principal> => {
    const { hasAuthorization, cookie } = readCredential(request.headers);
    if (hasAuthorization) throw tokenNotAccepted();
    const { caller } = await operators.verifySession(cookie);
    return caller.principal;
  };

  const readOrNobody = async (request: Request): Promise<Principal> => {
    try {
      return await read(request);
    } catch (error) {
      if (!(error instanceof Fault) || error.kind !== 'unauthenticated') throw error;
      const nobody = { ...anonymous };
      reasons.set(nobody, error);
      return nobody;
    }
  };

  return {
    async authenticate(request) {
      const principal = await readOrNobody(request);
      const refusal = operators.findCrossSiteFault(request);
      if (!refusal || principal.sessionId === null) return principal;
      await recordRefusal({ request, client: clientOf(request), environment, principal, refusal });
      throw refusal;
    },
    authorize(principal, { credential }) {
      const reason = reasons.get(principal);
      if (credential === 'operatorSession' && reason) throw reason;
    },
    isAboveTenants: () => false,
  };
}

/** The routes of operators, as they are mounted for requests of one environment. */
export function operatorRouter(operators: Operators, options: RouterOptions): Router {
  const guard = createGuard(operators, options);
  const { environment, log } = options;
  const base = { service: 'gateway', environment, log, guard, events: leaveToSweeper };
  const router = Router({ caseSensitive: true, strict: true });
  router.use((request, _response, next) => {
    // Routes read the client from this header, as services do. It replaces the header that the caller sent.
    request.headers['x-forwarded-for'] = clientOf(request).address;
    next();
  });
  router.use(authenticateBy(guard));
  router.use(mountRoutes(sessionRoutes(operators), { ...base, unknownInput: 'refuse' }));
  router.use(mountRoutes(callbackRoutes(operators), { ...base, unknownInput: 'ignore' }));
  router.use(refuseUnknownPath);
  return router;
}

/** Whether a request has a session. A failure of the database counts as one, and the routes report it. */
async function hasSession({ verifySession }: Operators, { headers }: Request): Promise<boolean> {
  if (readCredential(headers).hasAuthorization) return false;
  return verifySession(headers.cookie).then(
    () => true,
    (error: unknown) => !(error instanceof Fault && error.kind === 'unauthenticated'),
  );
}

/**
 * Prepares the choice of the environment whose audit records what an operator does. Sessions are valid in all
 * environments. Without a session the header is ignored, so that strangers do not learn which environments exist.
 *
 * @throws invalid, unavailable as everywhere on the Admin API
 */
function environmentFinder(operators: Operators, environments: Environments) {
  return async (request: Request): Promise<string> => {
    const named = request.headers[adminEnvHeader];
    if (typeof named !== 'string' || environments.withCore.has(named))
      return String(named ?? environments.byDefault);
    if (!(await hasSession(operators, request))) return environments.byDefault;
    return chooseEnvironment(named, environments);
  };
}

function routersOf(operators: Operators, { environments, ...options }: MountOperators): RequestHandler {
  const { byDefault, withCore } = environments;
  const names = [...new Set([byDefault, ...withCore])];
  const routers = new Map(
    names.map((environment) => [environment, operatorRouter(operators, { environment, ...options })]),
  );
  const find = environmentFinder(operators, environments);
  return async (request, response, next) => {
    const environment = await find(request);
    response.setHeader('X-Admin-Env', environment);
    return routers.get(environment)?.(request, response, next);
  };
}

/** Answers the paths of operators. Without a configured provider they are unknown. */
export function mountOperators(operators: Operators | null, options: MountOperators): RequestHandler {
  const answer = operators ? routersOf(operators, options) : refuseUnknownPath;
  return (request, response, next) => {
    const { path } = request;
    const isOwn = (path === prefix || path.startsWith(`${prefix}/`)) && path !== selfPath;
    if (!isOwn) return next();
    return answer(request, response, next);
  };
}
