import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { Caller, OperationContext, PublicContext } from '../context/operation-context.ts';
import { timeLeftMs } from '../deadline/deadline.ts';
import { Fault } from '../errors/fault.ts';
import type { CommittedEvents } from '../events/committed-events.ts';
import type { FairPlaces } from '../concurrency/fair-places.ts';
import type { Logger } from '../log/logger.ts';
import type { Route } from './define-route.ts';
import { classifyRequest, nameRoute } from './access-log.ts';
import { answerTable, type ExportRecorder } from './answer-table.ts';
import { serveInTime } from './bound-request.ts';
import { holdPlace } from './hold-place.ts';
import { locateCreated, type LocateCreated } from './locate-created.ts';
import { readIfMatch } from './if-match.ts';
import { inputReader, acceptedKinds, type ParsedInput, type UnknownInput } from './parse-input.ts';
import { publicContextOf } from './public-context.ts';
import { bodyReceiver } from './receive-body.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import { requestClassOf } from './request-class.ts';
import { requestSignal } from './request-signal.ts';
import { requireValid } from './require-valid.ts';
import { PlanAnswer } from './plan.schema.ts';
import type { Reply } from './reply.ts';
import type { RouteGuard } from './route-guard.ts';
import { readsItself, runMaybeKeyed, type KeyedRunners } from './run-keyed.ts';
import { runPlanned } from './run-planned.ts';
import { sendAnswer } from './send-answer.ts';
import { wantsTable } from './wants-table.ts';

/** A request of a known caller that a route has refused with a 403. */
export interface DeniedRequest {
  route: Route;
  /** The requested path, with its ids. */
  path: string;
  /** The fault of the 403. */
  fault: Fault;
}

export interface MountOptions extends ExportRecorder {
  service: string;
  environment: string;
  log: Logger;
  guard: RouteGuard;
  /** Takes the events of the commits of the routes. */
  events: CommittedEvents;
  unknownInput: UnknownInput;
  /** Aborts when the service stops, which ends long polls and event streams. */
  stopping?: AbortSignal;
  /** The places of all expensive routes, shared fairly by tenant and caller. Without it they have no limit. */
  expensivePlaces?: FairPlaces;
  /** The gateway's header with the remaining milliseconds of a request. Without it, requests have no deadline. */
  timeLeftHeader?: string;
  /**
   * Records the refusal of a known caller before it is answered.
   *
   * @throws the answer for a caller whose refusals are no longer recorded
   */
  recordDenial?(ctx: OperationContext, denied: DeniedRequest): Promise<void>;
  /** Runs a POST with an `Idempotency-Key` once. Without it, such keys are ignored. */
  runOnce?: KeyedRunners['whole'];
  /** Runs the items of bulk calls once. */
  runItems?: KeyedRunners['items'];
  /** Runs a request with a streamed body once. */
  runReadOnce?: KeyedRunners['read'];
  /** Whether `runOnce` applies to every POST, or only to routes with `isKeyed`. Default: every POST. */
  isKeyed?: boolean;
  /** @throws not_found when a platform caller names a tenant that does not exist */
  requireTenant?: (tenantId: string) => Promise<void>;
}

/**
 * Returns the query without `?tenantId=`, if the guard has made it the principal's tenant or it names the caller's own.
 */
function queryOf({ query }: Request, { principal, guard }: { principal: Caller; guard: RouteGuard }) {
  const { tenantId, ...rest } = query;
  const isOwn = tenantId !== undefined && tenantId === principal.tenantId;
  return isOwn || guard.isAboveTenants(principal) ? rest : { ...query };
}

type RunInput = Parameters<Route['run']>[0];

/** The part of the request's time that a long poll reserves for the read after its wait, in seconds. */
const answerSeconds = 1;

/**
 * Makes the signal of a request. A stop of the service ends only waiting work. Answers under way are sent completely.
 */
function signalFor(
  response: Response,
  { route, input, stopping }: { route: Route; input: ParsedInput; stopping: AbortSignal | null },
): AbortSignal {
  const asked = route.wait === undefined ? null : Number(input.query['wait']);
  const waitSeconds =
    asked === null ? null : Math.min(asked, Math.max(0, timeLeftMs() / 1000 - answerSeconds));
  const isWaiting = waitSeconds !== null || route.answers === 'events';
  return requestSignal(response, { waitSeconds, stopping: isWaiting ? stopping : null });
}

/** Whether a route honours an `Idempotency-Key`. */
function honoursKey(route: Route, options: MountOptions): boolean {
  const { runOnce, runItems, runReadOnce, isKeyed = true } = options;
  const whole = readsItself(route) ? runReadOnce : runOnce;
  const isKept = (route.itemResponse ? runItems : whole) !== undefined;
  return isKept && route.method === 'post' && route.answers === 'json' && (route.isKeyed ?? isKeyed);
}

/** Returns the headers that name the successor of a deprecated route; none for other routes. */
function deprecationNotice({ deprecated }: Route): Record<string, string> {
  if (!deprecated) return {};
  const { since, successor } = deprecated;
  return {
    Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    Link: `<${successor}>; rel="successor-version"`,
  };
}

/** Whether a request gets a list as a table. */
const isForTable = (route: Route, request: Request): boolean =>
  route.table !== undefined && wantsTable(request);

/** @throws unauthenticated or forbidden for a caller who may not send this request */
function authorize(request: Request, { route, ctx, guard }: GuardedRequest): void {
  guard.authorize(ctx.principal, route);
  if (isForTable(route, request)) guard.authorizeTable?.(ctx.principal, route);
}

interface GuardedRequest {
  route: Route;
  ctx: PublicContext;
  guard: RouteGuard;
}

interface PlacedRequest {
  route: Route;
  ctx: PublicContext;
  places: FairPlaces | undefined;
}

/**
 * Holds a place for an expensive request.
 *
 * @returns whether the client is still connected
 */
async function enter(
  request: Request,
  response: Response,
  { route, ctx, places }: PlacedRequest,
): Promise<boolean> {
  const isExpensive = route.isExpensive === true || isForTable(route, request);
  return !isExpensive || places === undefined || holdPlace(places, response, ctx);
}

/** Runs a route, or answers its list as a table. */
async function replyTo(
  request: Request,
  { route, run, isKeyed }: { route: Route; run: RunInput; isKeyed: boolean },
  options: MountOptions,
): Promise<Reply<unknown>> {
  if (isForTable(route, request)) return answerTable({ route, run, recorder: options });
  const runRoute = route.isPlanned ? runPlanned : runMaybeKeyed;
  return runRoute(request, { route, run, isKeyed }, options);
}

function handle(route: Route, options: MountOptions, locate: LocateCreated): RequestHandler {
  const { guard, timeLeftHeader } = options;
  const readInput = inputReader(route, options.unknownInput);
  const kinds = acceptedKinds(route, options.unknownInput);
  const isOnce = honoursKey(route, options);
  const dryRoute = { ...route, response: PlanAnswer };
  const receiveBody = Object.keys(kinds).length > 0 ? bodyReceiver(kinds) : null;
  const serve = async (request: Request, response: Response, ctx: PublicContext): Promise<void> => {
    const { params, headers } = request;
    route.requireHeaders?.(headers);
    const body = await receiveBody?.(request, response);
    const { principal } = ctx;
    const query = queryOf(request, { principal, guard });
    const read = readInput({ params, query, body });
    const headerProblems = guard.headerProblems?.(principal);
    const input = await requireValid({ route, ctx, headers, isKeyed: isOnce, headerProblems }, read);
    if (ctx.tenantId !== null && guard.isAboveTenants(principal)) await options.requireTenant?.(ctx.tenantId);
    const isTable = isForTable(route, request);
    classifyRequest(response, requestClassOf(route, { isTable, wait: Number(input.query['wait'] ?? 0) }));
    if (!(await enter(request, response, { route, ctx, places: options.expensivePlaces }))) return;
    const signal = signalFor(response, { route, input, stopping: options.stopping ?? null });
    const lastEventId = headers['last-event-id'] ?? null;
    const run = { ...input, ctx, ifMatch: readIfMatch(headers), headers, lastEventId, signal } as RunInput;
    const reply = await replyTo(request, { route, run, isKeyed: isOnce }, options);
    const answered = input.query['dryRun'] === true ? dryRoute : route;
    await sendAnswer({ route: answered, request, response, reply, signal, locate });
  };
  const notice = deprecationNotice(route);
  return async (request, response) => {
    nameRoute(response, route.path);
    response.set(notice);
    const ctx = publicContextOf(request, response, options);
    try {
      authorize(request, { route, ctx, guard });
      const timed = { route, header: timeLeftHeader, isTable: isForTable(route, request) };
      await serveInTime(request, timed, () => serve(request, response, ctx));
    } catch (error) {
      const isDenial = error instanceof Fault && error.kind === 'forbidden' && ctx.principal.id !== null;
      if (isDenial && ctx.tenantId !== null) {
        const denied = { route, path: request.path, fault: error };
        await options.recordDenial?.({ ...ctx, tenantId: ctx.tenantId }, denied);
      }
      throw error;
    }
  };
}

/** Converts a path with parameters in braces to Express's spelling. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * Orders paths so that a literal segment precedes a parameter at the same position. So /audit/export is not an id of
 * /audit/{id}, and /users/by-external-id/{externalId} no action on the user `by-external-id`.
 */
function literalFirst(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((segment, index) => segment.startsWith(':') !== right[index]?.startsWith(':'));
  if (at === -1) return 0;
  return left[at]?.startsWith(':') ? 1 : -1;
}

/** Mounts the routes of a service, and 405 for the other methods of their paths. */
export function mountRoutes(routes: readonly Route[], options: MountOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const methodsByPath = Map.groupBy(routes, (route) => expressPath(route.path));
  const paths = [...methodsByPath].toSorted(([a], [b]) => literalFirst(a, b));
  const locate = locateCreated(routes);
  for (const [path, group] of paths) {
    for (const route of group) router[route.method](path, handle(route, options, locate));
    router.all(path, refuseOtherMethods(group.map((route) => route.method)));
  }
  return router;
}
