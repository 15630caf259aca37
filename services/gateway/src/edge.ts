import { currentTrace } from '@pas/platform/trace/trace';
import type { Fault } from '@pas/platform/errors/fault';
import { forbidden, invalidField, notFound } from '@pas/platform/errors/raise';
import { isPlatform, type Principal } from '@pas/shared/principal/principal';
import type { Request, RequestHandler, Response } from 'express';
import { adminEnvHeader, chooseEnvironment, environmentNotAllowed, type Environments } from './admin-env.ts';
import { actInTenant, type Caller } from './auth/caller.ts';
import type { IdentifyCaller } from './auth/identify-caller.ts';
import type { SealCaller } from './auth/seal-caller.ts';
import { clientOf, type Client } from './client.ts';
import { forward } from './forward.ts';
import type { RecordRefusal } from './record-refusal.ts';
import { isPlainPath, type RouteGroup } from './route-table.ts';
import { forwardedHeaders } from './strip-headers.ts';
import { noReplica } from './upstreams/upstream-errors.ts';
import type { FindLane } from './upstreams/lanes.ts';

export interface EdgeParts {
  match: (path: string) => RouteGroup | undefined;
  identify: IdentifyCaller;
  environments: Environments;
  findLane: FindLane;
  seal: SealCaller;
  recordRefusal: RecordRefusal;
}

/** What is known of a request once its caller and its environment are. */
interface Admission {
  group: RouteGroup | undefined;
  client: Client;
  caller: Caller;
  environment: string;
}

const isAdmin = (group: RouteGroup | undefined): boolean => group?.upstream === 'admin';

const splitTarget = (url: string): [path: string, search: string] => {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
};

/** The environment is chosen on the Admin API alone, and every answer there says which one it was. */
function environmentOf(request: Request, response: Response, environments: Environments): string {
  const named = request.headers[adminEnvHeader];
  const environment = chooseEnvironment(typeof named === 'string' ? named : undefined, environments);
  response.setHeader('X-Admin-Env', environment);
  return environment;
}

/** Why a caller who is known may not go on, or null. */
function findRefusal({ group, caller, environment }: Admission): Fault | null {
  if (caller.principal.kind !== 'api_key') return null;
  if (!isAdmin(group)) {
    return forbidden(
      'api_key_not_accepted_here',
      'API keys are for the Admin API. Sign in for a token of your own to use this path.',
    );
  }
  if (!caller.environments.includes(environment)) return environmentNotAllowed(environment);
  if (!caller.isTenantSuspended) return null;
  return forbidden('tenant_suspended', 'This tenant is suspended. Ask the platform’s operator.');
}

const tenantPattern = /^\w{1,64}$/;

/** A platform caller names a tenant in the query; the assertion is where services read it. */
function principalFor({ group, caller }: Admission, search: string): Principal {
  const { principal } = caller;
  if (!isAdmin(group) || !isPlatform(principal) || search === '') return principal;
  const [tenantId = '', ...more] = new URLSearchParams(search).getAll('tenantId');
  if (more.length > 0) throw invalidField('tenantId', 'repeated', 'tenantId may be given once only.');
  if (tenantId === '') return principal;
  if (!tenantPattern.test(tenantId)) throw notFound();
  return actInTenant(principal, tenantId);
}

const keepsAuthorization = (method: string, path: string): boolean =>
  method === 'POST' && path === '/api/v1/auth/clerk-session';

/**
 * Takes a request from the door to the service that answers it, in the order of checks that the contract fixes: who
 * calls, which environment, whether they may go on, where to. A path of no group falls through to the gateway's own
 * pages, once a key that came with it has been looked at.
 */
export function edge(parts: EdgeParts): RequestHandler {
  const admit = async (request: Request, response: Response, path: string): Promise<Admission> => {
    const group = parts.match(path);
    const client = clientOf(request);
    const caller = await parts.identify(request.headers.authorization, client.address, group);
    const environment = isAdmin(group)
      ? environmentOf(request, response, parts.environments)
      : parts.environments.byDefault;
    const admission = { group, client, caller, environment };
    const refusal = findRefusal(admission);
    if (!refusal) return admission;
    await parts.recordRefusal({ request, client, group, environment, principal: caller.principal, refusal });
    throw refusal;
  };

  return async (request, response, next) => {
    const [path, search] = splitTarget(request.url);
    const admission = await admit(request, response, path);
    const { group, client, environment } = admission;
    if (!group || !isPlainPath(path)) return next();
    const lane = parts.findLane(group, environment);
    if (!lane) throw noReplica();
    const trace = currentTrace();
    request.headers = forwardedHeaders(request.headers, {
      assertion: await parts.seal(principalFor(admission, search), lane.upstream.audience),
      correlationId: trace?.correlationId ?? '',
      traceparent: trace?.traceparent ?? '',
      client,
      keepsAuthorization: keepsAuthorization(request.method, path),
    });
    await forward(request, response, { lane, client });
    return undefined;
  };
}
