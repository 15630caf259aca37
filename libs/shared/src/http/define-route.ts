import type { z } from 'zod';
import type { OperationContext, PublicContext } from '../context/operation-context.ts';
import type { RouteScope } from '../principal/scopes.ts';
import type { Reply } from './reply.ts';

type Shape = Record<string, z.ZodType>;
type Parsed<S extends Shape> = { [K in keyof S]: z.output<S[K]> };
type Body = z.ZodObject | undefined;
type BodyOutput<B extends Body> = B extends z.ZodObject ? z.output<B> : undefined;
type ResponseInput<R extends z.ZodType | undefined> = R extends z.ZodType ? z.input<R> : undefined;

/** What a route's `run` is given: parsed, typed input and the context of the work. */
export interface RouteInput<Context, P extends Shape, Q extends Shape, B extends Body> {
  ctx: Context;
  params: Parsed<P>;
  query: Parsed<Q>;
  body: BodyOutput<B>;
  /** The versions that the caller's `If-Match` names; null when any will do. */
  ifMatch: readonly number[] | null;
  /** Request headers, for the few routes whose credential is their own business. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface RouteBase<P extends Shape, Q extends Shape, B extends Body, R extends z.ZodType | undefined> {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** The whole path as a client writes it, parameters in braces. */
  path: `/${string}`;
  summary: string;
  description?: string;
  /** The resource under which the API description lists the route. */
  tag: string;
  /** The one scope that an admin route asks for; null where the route has no scoped callers. */
  scope: RouteScope | null;
  params?: P;
  query?: Q;
  body?: B;
  /** The statuses of success, the usual one first. */
  status: readonly [200 | 201 | 202 | 204, ...(200 | 201 | 202 | 204)[]];
  /** The body of success; undefined for 204. */
  response?: R;
  /** Where success is sent piece by piece instead (`streamed`): its media types, each with what a piece is. */
  streams?: Readonly<Record<string, z.ZodType>>;
  /** Codes of the failures that are this route's own, for the description. */
  failures?: readonly (400 | 403 | 404 | 409 | 410 | 412 | 429 | 503)[];
  /** The answer shows a secret and must not be stored anywhere. */
  isSecret?: boolean;
  /** Where the effect of a POST stands, and so the answer to its `Idempotency-Key`; `core` unless said. */
  store?: 'core' | 'control';
  /** How an answer is kept for its `Idempotency-Key` without the secrets in it. */
  secrets?: {
    /** Takes the secrets out of a body. */
    hide(body: unknown): unknown;
    /** Puts back what may be shown again. */
    show(ctx: PublicContext, body: unknown): Promise<unknown>;
  };
  /** `none`: anybody may call. Otherwise the kinds of caller the route is for. */
  callers: 'none' | 'admin' | 'resident';
  /**
   * For the description: the credential that a route open to anybody verifies itself (`identityToken`), or one that it
   * takes where a caller has it (`coreToken`).
   */
  credential?: 'identityToken' | 'coreToken';
}

/** One endpoint: its validation, its types, its description and what it does. */
export interface Route extends RouteBase<Shape, Shape, Body, z.ZodType | undefined> {
  tenant: 'required' | 'optional';
  run(input: RouteInput<OperationContext, Shape, Shape, Body>): Promise<Reply<unknown>>;
}

type Definition<
  P extends Shape,
  Q extends Shape,
  B extends Body,
  R extends z.ZodType | undefined,
  Context,
> = Omit<RouteBase<P, Q, B, R>, 'callers'> & {
  callers?: RouteBase<P, Q, B, R>['callers'];
  run(input: RouteInput<Context, P, Q, B>): Promise<Reply<ResponseInput<R>>>;
};

/**
 * Defines an endpoint whose work stands in one tenant. A platform caller has to name that tenant.
 *
 * The definition is mounted by `createApp`, which checks scope and input before `run` and parses what `run` answers,
 * so that a field which the response schema doesn't declare cannot leave the service.
 */
export function defineRoute<
  P extends Shape = Record<never, never>,
  Q extends Shape = Record<never, never>,
  B extends Body = undefined,
  R extends z.ZodType | undefined = undefined,
>(route: Definition<P, Q, B, R, OperationContext>): Route {
  return { callers: 'admin', ...route, tenant: 'required' } as unknown as Route;
}

/** Defines an endpoint that works without a tenant, or finds its own: sign-up, log-in, the platform's list of tenants. */
export function definePublicRoute<
  P extends Shape = Record<never, never>,
  Q extends Shape = Record<never, never>,
  B extends Body = undefined,
  R extends z.ZodType | undefined = undefined,
>(route: Definition<P, Q, B, R, PublicContext>): Route {
  return { callers: 'none', ...route, tenant: 'optional' } as unknown as Route;
}
