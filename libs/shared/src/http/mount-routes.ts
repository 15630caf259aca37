import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { OperationContext, PublicContext } from '../context/operation-context.ts';
import { Fault, type FieldProblem } from '../errors/fault.ts';
import { insufficientScope, unauthenticated } from '../errors/raise.ts';
import type { CommittedEvents } from '../events/committed-events.ts';
import type { RunOnce } from '../idempotency/run-once.ts';
import type { Logger } from '../log/logger.ts';
import { holdsScope, isPlatform, type Principal } from '../principal/principal.ts';
import type { Transaction } from '../mongo/in-transaction.ts';
import type { Route } from './define-route.ts';
import { inputParser, readIfMatch, type UnknownInput } from './parse-input.ts';
import { publicContextOf } from './public-context.ts';
import { readBody } from './read-body.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import type { Reply } from './reply.ts';
import { sendChunks } from './send-chunks.ts';
import { sendReply } from './send-reply.ts';

export interface MountOptions {
  service: string;
  environment: string;
  log: Logger;
  /** Takes the events of what the routes commit. */
  events: CommittedEvents;
  unknownInput: UnknownInput;
  /** Records that a known caller was refused, before the caller is told. */
  recordDenial?: (ctx: OperationContext, route: Route, fault: Fault) => Promise<void>;
  /** Does the work of a POST with an `Idempotency-Key` once; without it, such keys are ignored. */
  runOnce?: RunOnce;
  /** @throws not_found when a platform caller names a tenant that doesn't exist */
  requireTenant?: (tenantId: string) => Promise<void>;
}

const callerKinds: Record<Route['callers'], readonly Principal['kind'][] | null> = {
  none: null,
  admin: ['api_key', 'staff'],
  resident: ['resident'],
};

function requireCaller(route: Route, principal: Principal): void {
  const kinds = callerKinds[route.callers];
  if (kinds === null || kinds.includes(principal.kind)) return;
  if (principal.kind === 'anonymous')
    throw unauthenticated('credentials_missing', 'Send credentials as Authorization: Bearer.');
  throw unauthenticated('token_invalid', 'These credentials are not taken on this route.');
}

/** A platform caller names a tenant by `?tenantId=`; the gateway has already moved it into the assertion. */
function queryOf(request: Request, principal: Principal): Record<string, unknown> {
  const query = { ...request.query };
  if (isPlatform(principal)) delete query['tenantId'];
  return query;
}

const tenantRequired: FieldProblem = {
  path: 'tenantId',
  code: 'tenant_required',
  message: 'Name the tenant by ?tenantId=.',
};

function missingTenant(route: Route, ctx: PublicContext): FieldProblem[] {
  return route.tenant === 'required' && ctx.tenantId === null ? [tenantRequired] : [];
}

/** A route that takes no body still reads one where unknown fields are refused: there, all of them are unknown. */
const takesBody = ({ method, body }: Route, unknownInput: UnknownInput): boolean =>
  body !== undefined || (unknownInput === 'refuse' && method !== 'get');

type RunInput = Parameters<Route['run']>[0];

/** A POST that names itself by a key is done once, however often it is sent (the `Idempotency-Key` header). */
async function runMaybeOnce(
  { headers, path }: Request,
  { route, run, runOnce }: { route: Route; run: RunInput; runOnce: RunOnce | undefined },
): Promise<Reply<unknown>> {
  const key = headers['idempotency-key'];
  if (!runOnce || route.method !== 'post' || typeof key !== 'string') return route.run(run);
  const { ctx, query, body } = run;
  const work = async (within: Transaction) => route.run({ ...run, ctx: { ...ctx, within } });
  return runOnce(ctx, { key, route, path, input: { query, body } }, work);
}

function handle(route: Route, options: MountOptions): RequestHandler {
  const parseInput = inputParser(route, options.unknownInput);
  const isBodyRead = takesBody(route, options.unknownInput);
  const serve = async (request: Request, response: Response, ctx: PublicContext): Promise<void> => {
    const { params, headers } = request;
    if (route.scope !== null && !holdsScope(ctx.principal, route.scope)) throw insufficientScope(route.scope);
    const body = isBodyRead ? await readBody(request, response) : undefined;
    const query = queryOf(request, ctx.principal);
    const input = parseInput({ params, query, body }, missingTenant(route, ctx));
    if (ctx.tenantId !== null && isPlatform(ctx.principal)) await options.requireTenant?.(ctx.tenantId);
    const run = { ...input, ctx, ifMatch: readIfMatch(headers), headers } as RunInput;
    const reply = await runMaybeOnce(request, { route, run, runOnce: options.runOnce });
    if (reply.chunks) await sendChunks(response, reply, reply.chunks);
    else sendReply({ route, request, response, reply });
  };
  return async (request, response) => {
    const ctx = publicContextOf(request, response, options);
    requireCaller(route, ctx.principal);
    try {
      await serve(request, response, ctx);
    } catch (error) {
      const isDenial = error instanceof Fault && error.kind === 'forbidden' && ctx.principal.id !== null;
      if (isDenial && ctx.tenantId !== null) {
        await options.recordDenial?.({ ...ctx, tenantId: ctx.tenantId }, route, error);
      }
      throw error;
    }
  };
}

/** Express's spelling of a path whose parameters stand in braces. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Mounts the routes of a service: each by its method, and 405 for the other methods of a known path. */
export function mountRoutes(routes: readonly Route[], options: MountOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const methodsByPath = Map.groupBy(routes, (route) => expressPath(route.path));
  // Literal paths go first: /audit/export is not an id below /audit/{id}.
  const paths = [...methodsByPath].toSorted(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')));
  for (const [path, group] of paths) {
    for (const route of group) router[route.method](path, handle(route, options));
    router.all(path, refuseOtherMethods(group.map((route) => route.method)));
  }
  return router;
}
