import type { z } from 'zod';
import type { Caller, OperationContext, PublicContext } from '../context/operation-context.ts';
import type { Body, BodyOutput, SentFields } from './body-kinds.ts';
import { waitParameter } from './long-poll.ts';
import { planQuery } from './plan.schema.ts';
import type { AnswerKind, Replies, Reply } from './reply.ts';
import type { RunItem, RunRead } from './run-item.ts';
import type { ListTable } from './table-columns.ts';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;
type Shape = Record<string, z.ZodType>;
type ParsedFields<S extends Shape> = { [K in keyof S]: z.output<S[K]> };
type ResponseInput<R extends z.ZodType | undefined> = R extends z.ZodType ? z.input<R> : undefined;

/** The arguments of a route's `run`: parsed, typed input and the context of the work. */
export interface RouteInput<Context, P extends Shape, Q extends Shape, B extends Body> {
  ctx: Context;
  params: ParsedFields<P>;
  query: ParsedFields<Q>;
  body: BodyOutput<B>;
  /** The versions that the caller's `If-Match` names; null for any version. */
  ifMatch: readonly number[] | null;
  /** Request headers, for the few routes that verify a credential themselves. */
  headers: RequestHeaders;
  /** The `id` of the last event that the client of an event stream received; null at its first connection. */
  lastEventId: string | null;
  /**
   * Aborts when the client disconnects. On a long poll it also aborts at the end of the requested time. On long polls
   * and event streams it also aborts when the service stops. Waiting work then ends and answers with the present state.
   */
  signal: AbortSignal;
  /** Runs an item of a bulk call (`itemResponse`). */
  runItem: RunItem;
  /** Runs the work of a request whose body `run` has read: a table, or a form with a file. */
  runRead: RunRead;
}

/** Arguments of a route's `check`: the valid fields of an input whose other fields have problems. */
export interface ValidRouteInput<Context, P extends Shape, Q extends Shape, B extends Body> {
  ctx: Context;
  params: ParsedFields<P>;
  query: Partial<ParsedFields<Q>>;
  body: Partial<SentFields<B>>;
  /** The names of the fields that have problems already. */
  faulty: ReadonlySet<string>;
}

type Status = 200 | 201 | 202 | 204 | 302;
type Statuses = readonly [Status, ...Status[]];

/** Codes of failures by their status. */
type Codes = Readonly<Partial<Record<number, readonly string[]>>>;

interface RouteBase<
  P extends Shape,
  Q extends Shape,
  B extends Body,
  R extends z.ZodType | undefined,
  A extends AnswerKind,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The whole path as a client writes it, parameters in braces. */
  path: `/${string}`;
  /** The name of the operation, as a method of a client would read: a verb and a noun, `ensureUnit`. */
  operationId: string;
  summary: string;
  description?: string;
  /** The one scope that the route requires; null if its callers have no scopes. */
  scope: string | null;
  /** Further scopes that every request needs. */
  furtherScopes?: readonly string[];
  /** Further scopes that some bodies need. The description lists them; the operation itself requires them. */
  conditionalScopes?: readonly string[];
  params?: P;
  query?: Q;
  /** The schema of a JSON body, or the kinds of body that the route accepts, each with its limit. */
  body?: B;
  /** The statuses of success, the usual one first. Default: 204 for a JSON answer without `response`, else 200. */
  status?: Statuses;
  /** The form of a successful answer. Default: one JSON body. */
  answers?: A;
  /** The body of success, or the data of one event; undefined for 204, streams and pages. */
  response?: R;
  /**
   * Makes a list also answer `Accept: text/csv` with all its rows. Its operation passes the query to `listRows`.
   */
  table?: ListTable;
  /** The media types of a stream, each with the schema of the whole file. */
  streams?: Readonly<Record<string, z.ZodType>>;
  /** Makes the route a long poll: the maximum of `?wait=`, in seconds. Its default is 0. `signal` ends the wait. */
  wait?: number;
  /** Refuses a request by its headers, after the caller's scope and before the body is read. */
  requireHeaders?(headers: RequestHeaders): void;
  /**
   * The path that has replaced this one, and the date. Every answer has both in its headers (RFC 9745; RFC 5829,
   * section 3.5).
   */
  deprecated?: { since: Date; successor: `/${string}` };
  /** For the description: headers that the route reads itself, by their names. */
  headers?: Shape;
  /** For the description: failures of this route that its other options do not imply. */
  failures?: readonly (404 | 412)[];
  /** For the description: codes of failures of this route by their status, in addition to those of every route. */
  codes?: Codes;
  /** Whether callers need the reach of the whole tenant. The product's guard decides which callers have less. */
  needsWholeTenant?: boolean;
  /**
   * Whether a request takes seconds of work. Only a few of all such requests run together (`expensivePlaces` of
   * `MountOptions`).
   */
  isExpensive?: boolean;
  /**
   * The answer to one item of a bulk call. `runItem` runs each item separately. An `Idempotency-Key` stores the
   * answer to each item. `secrets` applies to it as to a whole answer.
   */
  itemResponse?: z.ZodType;
  /**
   * Whether callers can first read a plan (`dryRun`) and then require it (`plan`). The operation writes in one
   * commit, or a bulk call in one commit for each item.
   */
  isPlanned?: boolean;
  /**
   * Whether the answer shows a secret, so that no cache may store it. A list is not compressed. The length of a
   * compressed answer can reveal a secret next to text that a caller chose (CRIME, BREACH).
   */
  isSecret?: boolean;
  /** Whether a POST honours an `Idempotency-Key`. Overrides the service's default (`isKeyed`). */
  isKeyed?: boolean;
  /** The database of a POST's effect, which also stores the answer to its `Idempotency-Key`. Default: `core`. */
  store?: 'core' | 'control';
  /** Conversion of an answer that is stored for its `Idempotency-Key` without its secrets. */
  secrets?: {
    /** Removes the secrets from a body. */
    hide(body: unknown): unknown;
    /** Restores the secrets that may be shown again. */
    show(ctx: PublicContext, body: unknown): Promise<unknown>;
  };
  /** The kinds of caller that may use the route, in the terms of the product's guard. */
  callers: string;
  /**
   * For the description: the credential of the route. A public route verifies `identityToken` itself. `coreToken` is
   * optional. The route's own guard verifies the cookie of `operatorSession`.
   */
  credential?: 'identityToken' | 'coreToken' | 'operatorSession';
}

/** One endpoint: its validation, types, description and behaviour. */
export interface Route extends RouteBase<Shape, Shape, Body, z.ZodType | undefined, AnswerKind> {
  answers: AnswerKind;
  status: Statuses;
  tenant: 'required' | 'optional';
  run(input: RouteInput<OperationContext, Shape, Shape, Body>): Promise<Reply<unknown>>;
  check?(input: ValidRouteInput<PublicContext, Shape, Shape, Body>): unknown;
}

/** A product's types in the definitions of its routes. */
interface RouteTypes {
  principal: Caller;
  scope: string;
  /** A scope that requests need in addition to the scope of the route. */
  additionalScope: string;
  callers: string;
  codes: Codes;
}

type Definition<
  Types extends RouteTypes,
  P extends Shape,
  Q extends Shape,
  B extends Body,
  R extends z.ZodType | undefined,
  A extends AnswerKind,
  Context,
> = Omit<RouteBase<P, Q, B, R, A>, 'callers' | 'scope' | 'furtherScopes' | 'conditionalScopes' | 'codes'> & {
  callers?: Types['callers'];
  codes?: Types['codes'];
  scope: Types['scope'] | null;
  furtherScopes?: readonly Types['additionalScope'][];
  conditionalScopes?: readonly Types['additionalScope'][];
  run(input: RouteInput<Context, P, Q, B>): Promise<Replies<ResponseInput<R>>[A]>;
  /**
   * Checks the fields by look-ups and parsers, as `run` does, without writing. It runs when the schemas have found
   * problems, so that one answer lists both kinds. Its result is ignored.
   */
  check?(input: ValidRouteInput<Context, P, Q, B>): unknown;
};

/** Fills in the defaults of a definition and drops its types, for mounting and description. */
function prepare(definition: object): Route {
  const { answers = 'json', response } = definition as Partial<Route>;
  const status = [answers === 'json' && !response ? 204 : 200];
  const route = { answers, status, ...definition } as unknown as Route;
  const { wait, isPlanned } = route;
  if (isPlanned) return { ...route, query: { ...route.query, ...planQuery } };
  return wait === undefined ? route : { ...route, query: { ...route.query, wait: waitParameter(wait) } };
}

/**
 * Makes the two functions that define endpoints, typed by a product's principal, scopes, kinds of callers and error
 * codes.
 *
 * `createApp` mounts a definition. The guard checks caller and scope. Input is parsed before `run`, and the answer of
 * `run` is parsed too. So a field that the response schema does not declare cannot leave the service.
 *
 * @param defaults the callers of a route that names none
 */
export function routesFor<Types extends RouteTypes>(defaults: {
  inTenant: Types['callers'];
  public: Types['callers'];
}) {
  /** Defines an endpoint that works in one tenant. A platform caller must name that tenant. */
  function defineRoute<
    P extends Shape = Record<never, never>,
    Q extends Shape = Record<never, never>,
    B extends Body = undefined,
    R extends z.ZodType | undefined = undefined,
    A extends AnswerKind = 'json',
  >(route: Definition<Types, P, Q, B, R, A, OperationContext<Types['principal']>>): Route {
    return prepare({ callers: defaults.inTenant, ...route, tenant: 'required' });
  }

  /** Defines an endpoint that needs no tenant, or finds it itself: sign-up, log-in, the list of tenants. */
  function definePublicRoute<
    P extends Shape = Record<never, never>,
    Q extends Shape = Record<never, never>,
    B extends Body = undefined,
    R extends z.ZodType | undefined = undefined,
    A extends AnswerKind = 'json',
  >(route: Definition<Types, P, Q, B, R, A, PublicContext<Types['principal']>>): Route {
    return prepare({ callers: defaults.public, ...route, tenant: 'optional' });
  }

  return { defineRoute, definePublicRoute };
}
