import type { Request } from 'express';
import type { PublicContext } from '../context/operation-context.ts';
import type { Transaction } from '../mongo/in-transaction.ts';
import { bodyKindsOf } from './body-kinds.ts';
import type { Route } from './define-route.ts';
import type { JsonReply, Reply } from './reply.ts';
import { idempotencyKeyHeader } from './require-valid.ts';
import type { RunItem, RunRead } from './run-item.ts';

/** A request with an `Idempotency-Key`. */
export interface KeyedCall {
  key: string;
  route: Route;
  /** The requested path, with its ids. */
  path: string;
  /** The input as the route's schemas have parsed it, so that the order of the fields does not matter. */
  input: { query: unknown; body: unknown };
}

/** Functions that execute requests with an `Idempotency-Key` once. */
export interface KeyedRunners {
  /** Runs a request's work in one transaction with its key. A repeat gets the same answer. */
  whole(
    ctx: PublicContext,
    call: KeyedCall,
    work: (transaction: Transaction) => Promise<JsonReply<unknown>>,
  ): Promise<JsonReply<unknown>>;
  /** Runs the work of a request with a streamed body (see `RunRead`). */
  read(
    ctx: PublicContext,
    call: KeyedCall,
    prepare: () => Promise<(transaction: Transaction) => Promise<JsonReply<unknown>>>,
  ): Promise<JsonReply<unknown>>;
  /**
   * Prepares to run the items of a bulk call, each in one transaction with the key. A repeat runs the missing items.
   */
  items(ctx: PublicContext, call: KeyedCall): Promise<RunItem>;
}

type RunInput = Omit<Parameters<Route['run']>[0], 'runItem' | 'runRead'>;

/** Whether a route streams bodies. It then uses `runRead` for its `Idempotency-Key`, for all of its kinds of body. */
export function readsItself(route: Route): boolean {
  const { table, multipart } = bodyKindsOf(route);
  return table !== undefined || multipart !== undefined;
}

/** Header of an answer that an earlier request with the same `Idempotency-Key` has stored. */
export const replayedHeader = 'Idempotency-Replayed';

/** Runs an item of a request without a key, each time that it is sent. */
const runItemAlways: RunItem = async (_item, work) => work({});

/** Runs the work of a request without a key after its body is read. */
const runRead: RunRead = async (_digest, prepare) => (await prepare())(undefined);

/** Runs a route without a key, each time that it is requested. */
export const runUnkeyed = async (
  { route, run }: Pick<Run, 'route' | 'run'>,
  runItem: RunItem = runItemAlways,
): Promise<Reply<unknown>> => route.run({ ...run, runItem, runRead });

/** A request as its route runs it. */
export interface Run {
  route: Route;
  run: RunInput;
  /** Whether the request honours an `Idempotency-Key`. */
  isKeyed: boolean;
}

/** The functions of a service for requests with an `Idempotency-Key`; without one, such keys have no effect there. */
export interface Runners {
  runOnce?: KeyedRunners['whole'];
  runItems?: KeyedRunners['items'];
  runReadOnce?: KeyedRunners['read'];
}

/** Whether a request has an `Idempotency-Key` that its route honours. */
export const hasKey = ({ headers }: Request, { isKeyed }: Run): boolean =>
  isKeyed && typeof headers[idempotencyKeyHeader] === 'string';

/** Runs a route. Repeats of a POST with an `Idempotency-Key` are executed once. */
export async function runMaybeKeyed(
  request: Request,
  call: Run,
  { runOnce, runItems, runReadOnce }: Runners,
): Promise<Reply<unknown>> {
  const { route, run } = call;
  if (!hasKey(request, call)) return runUnkeyed(call);
  const key = String(request.headers[idempotencyKeyHeader]);
  const { ctx, query, body } = run;
  const keyed = { key, route, path: request.path, input: { query, body } };
  if (route.itemResponse) return runUnkeyed(call, await runItems?.(ctx, keyed));
  if (readsItself(route)) {
    if (!runReadOnce) return runUnkeyed(call);
    const readOnce = async (digest: string, prepare: Parameters<KeyedRunners['read']>[2]) =>
      runReadOnce(ctx, { ...keyed, input: { query, body: digest } }, prepare);
    return route.run({ ...run, runItem: runItemAlways, runRead: readOnce as RunRead });
  }
  const work = async (within: Transaction) =>
    (await runUnkeyed({ route, run: { ...run, ctx: { ...ctx, within } } })) as JsonReply<unknown>;
  return runOnce ? runOnce(ctx, keyed, work) : runUnkeyed(call);
}
