import { signInCookieNames } from '@pas/shared/sessions/browser-cookie';
import { nameRoute } from '@pas/platform/http/access-log';
import { setPrincipal } from '@pas/platform/http/route-guard';
import { currentTrace } from '@pas/platform/trace/trace';
import { notFound } from '@pas/platform/errors/raise';
import { invalidField } from '@pas/shared/errors/raise';
import { isPlatform, type Principal } from '@pas/shared/principal/principal';
import type { Request, RequestHandler, Response } from 'express';
import { adminEnvHeader, chooseEnvironment, type Environments } from './admin-env.ts';
import { actInTenant } from './auth/caller.ts';
import type { Callers } from './auth/callers.ts';
import { findRefusal, type Arrival } from './auth/find-refusal.ts';
import type { IdentifyCaller } from './auth/identify-caller.ts';
import { observeKeyUse } from './auth/observe-key-use.ts';
import type { KeyUse } from './auth/record-key-use.ts';
import type { Sealer } from './auth/seal-caller.ts';
import { clientOf, type Client } from './client.ts';
import { forward } from './forward.ts';
import { countRequest } from './rate-limit/count-request.ts';
import type { RateLimiter } from './rate-limit/limit-rates.ts';
import type { RecordRefusal } from './record-refusal.ts';
import { areaOf, isPlainPath, type MatchGroup, type RouteGroup } from './route-table.ts';
import { forwardedHeaders } from './strip-headers.ts';
import { noReplica } from './upstreams/upstream-errors.ts';
import type { FindBulkhead } from './upstreams/bulkheads.ts';

export interface EdgeParts {
  match: MatchGroup;
  callers: Callers;
  identify: IdentifyCaller;
  use: KeyUse;
  environments: Environments;
  limiter: RateLimiter;
  findBulkhead: FindBulkhead;
  sealer: Sealer;
  recordRefusal: RecordRefusal;
  /** Aborts when the gateway stops. */
  stopping: AbortSignal;
}

/** A request whose caller and environment are known. */
interface Admission extends Arrival {
  group: RouteGroup | undefined;
  client: Client;
}

const splitTarget = (url: string): [path: string, search: string] => {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
};

/** Chooses the environment of an Admin API request. Every answer of that API names it. */
function environmentOf(request: Request, response: Response, environments: Environments): string {
  const named = request.headers[adminEnvHeader];
  const environment = chooseEnvironment(typeof named === 'string' ? named : undefined, environments);
  response.setHeader('X-Admin-Env', environment);
  return environment;
}

const tenantPattern = /^\w{1,64}$/;

/** A platform caller names a tenant in the query. Services read it from the assertion. */
function principalFor({ area, caller }: Admission, search: string): Principal {
  const { principal } = caller;
  if (area !== 'admin' || !isPlatform(principal) || search === '') return principal;
  const [tenantId = '', ...more] = new URLSearchParams(search).getAll('tenantId');
  if (more.length > 0) throw invalidField('tenantId', 'repeated', 'tenantId can be given only once.');
  if (tenantId === '') return principal;
  if (!tenantPattern.test(tenantId)) throw notFound();
  return actInTenant(principal, tenantId);
}

const keepsAuthorization = (method: string, path: string): boolean =>
  method === 'POST' && path === '/api/v1/auth/clerk-session';

type Admit = (request: Request, response: Response, path: string) => Promise<Admission>;

/**
 * Prepares the admission of requests by the table of callers. The contract defines the order of checks: recognise,
 * verify, environment, reach, suspension, origin, rate limit.
 *
 * @throws the refusal of the first check that fails. A 403 is recorded first; beyond the limit of records it is
 *   rate_limited
 */
function createAdmit(parts: EdgeParts): Admit {
  return async (request, response, path) => {
    const group = parts.match(path, request);
    const client = clientOf(request);
    const area = areaOf(group);
    const found = parts.identify(request.headers, client.address, area);
    // Most callers are cached, and each turn of the microtask queue costs time.
    const caller = found instanceof Promise ? await found : found;
    setPrincipal(response, caller.principal);
    if (group) nameRoute(response, group.prefix);
    observeKeyUse(parts.use, caller, { request, response, client });
    // Counted first, so that every answer to the credential states the remaining tokens. Refusals of its kind precede
    // 429.
    const counted = countRequest(parts.limiter, caller, response);
    const excess = counted instanceof Promise ? await counted : counted;
    const entry = parts.callers[caller.kind];
    const { byDefault } = parts.environments;
    // A caller that does not reach the Admin API must not learn which environments exist.
    const environment =
      area === 'admin' && entry.reaches.has(area)
        ? environmentOf(request, response, parts.environments)
        : byDefault;
    const admission = { group, client, area, caller, environment };
    const refusal = findRefusal(entry, admission, byDefault) ?? entry.findCrossSiteFault?.(request);
    if (!refusal) {
      if (excess) throw excess;
      return admission;
    }
    const { principal } = caller;
    if (refusal.kind === 'forbidden')
      await parts.recordRefusal({ request, client, environment, principal, refusal });
    throw refusal;
  };
}

/**
 * Builds the handler that forwards a request to its service, once its caller is admitted. A path outside all groups
 * falls through to the gateway's own pages. An API key on it is verified first.
 */
export function edge(parts: EdgeParts): RequestHandler {
  const admit = createAdmit(parts);
  const signInCookies = new Set(signInCookieNames(parts.environments.byDefault));
  return async (request, response, next) => {
    const [path, search] = splitTarget(request.url);
    const admission = await admit(request, response, path);
    const { group, client, environment } = admission;
    if (!group || !isPlainPath(path)) return next();
    const bulkhead = parts.findBulkhead(group, environment);
    if (!bulkhead) throw noReplica();
    const { audience } = bulkhead.upstream;
    const principal = principalFor(admission, search);
    setPrincipal(response, principal);
    const assertion = await parts.sealer.seal(principal, audience);
    const trace = currentTrace();
    request.headers = forwardedHeaders(request.headers, {
      assertion,
      correlationId: trace?.correlationId ?? '',
      traceparent: trace?.traceparent ?? '',
      client,
      keepsAuthorization: keepsAuthorization(request.method, path),
      signInCookies: group.takesSignInCookies ? signInCookies : null,
      passesPurpose: admission.area === 'admin',
    });
    const renewAssertion = () => parts.sealer.sealAgain(principal, audience, assertion);
    const { stopping } = parts;
    await forward(request, response, { bulkhead, client, principal, renewAssertion, stopping });
    return undefined;
  };
}
