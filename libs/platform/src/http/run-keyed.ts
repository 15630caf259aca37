import type { Request } from 'express';
import type { PublicContext } from '../context/operation-context.ts';
import type { Transaction } from '../mongo/in-transaction.ts';
import { bodyKindsOf } from './body-kinds.ts';
import type { Route, RunItem, RunRead } from './define-route.ts';
import type { JsonReply, Reply } from './reply.ts';
import { idempotencyKeyHeader } from './require-sound.ts';

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

/** Runs an item of a request without a key, each time that it is sent. */
const runItem: RunItem = async (_item, work) => work(undefined);

/** Runs the work of a request without a key after its body is read. */
const runRead: RunRead = async (_digest, prepare) => (await prepare())(undefined);

/** Runs a route without a key, each time that it is requested. */
const runUnkeyed = async (route: Route, run: RunInput): Promise<Reply<unknown>> =>
  route.run({ ...run, runItem, runRead });

interface Run {
  route: Route;
  run: RunInput;
  /** Whether the request honours an `Idempotency-Key`. */
  isKeyed: boolean;
}

/** Runs a route. Repeats of a POST with an `Idempotency-Key` are executed once. */
export async function runMaybeKeyed(
  { headers, path }: Request,
  { route, run, isKeyed }: Run,
  done: {
    runOnce?: KeyedRunners['whole'];
    runItems?: KeyedRunners['items'];
    runReadOnce?: KeyedRunners['read'];
  },
): Promise<Reply<unknown>> {
  const { runOnce, runItems, runReadOnce } = done;
  const key = headers[idempotencyKeyHeader];
  if (!isKeyed || typeof key !== 'string') return runUnkeyed(route, run);
  const { ctx, query, body } = run;
  const call = { key, route, path, input: { query, body } };
  if (route.isBulk)
    return runItems
      ? route.run({ ...run, runItem: await runItems(ctx, call), runRead })
      : runUnkeyed(route, run);
  if (readsItself(route)) {
    if (!runReadOnce) return runUnkeyed(route, run);
    const readOnce = async (digest: string, prepare: Parameters<KeyedRunners['read']>[2]) =>
      runReadOnce(ctx, { ...call, input: { query, body: digest } }, prepare);
    return route.run({ ...run, runItem, runRead: readOnce as RunRead });
  }
  const work = async (within: Transaction) =>
    (await runUnkeyed(route, { ...run, ctx: { ...ctx, within } })) as JsonReply<unknown>;
  return runOnce ? runOnce(ctx, call, work) : runUnkeyed(route, run);
}
