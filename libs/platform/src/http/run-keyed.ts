import type { Request } from 'express';
import type { PublicContext } from '../context/operation-context.ts';
import type { Transaction } from '../mongo/in-transaction.ts';
import { bodyKindsOf } from './body-kinds.ts';
import type { Route, RunItem, RunRead } from './define-route.ts';
import type { JsonReply, Reply } from './reply.ts';
import { idempotencyKeyHeader } from './require-sound.ts';

/** A request that came with an `Idempotency-Key`. */
export interface KeyedCall {
  key: string;
  route: Route;
  /** The path as it was asked for, with its ids. */
  path: string;
  /** What the route's schemas made of the request: the order of the fields does not matter. */
  input: { query: unknown; body: unknown };
}

/** How requests with an `Idempotency-Key` are done once. */
export interface DoneOnce {
  /** Does a request's work in one transaction with its key; a repeat gets the same answer. */
  whole(
    ctx: PublicContext,
    call: KeyedCall,
    work: (transaction: Transaction) => Promise<JsonReply<unknown>>,
  ): Promise<JsonReply<unknown>>;
  /** Does the work of a request whose body has been read as it arrived, as `RunRead` says. */
  read(
    ctx: PublicContext,
    call: KeyedCall,
    prepare: () => Promise<(transaction: Transaction) => Promise<JsonReply<unknown>>>,
  ): Promise<JsonReply<unknown>>;
  /** Prepares to do the items of a bulk call, each in one transaction with the key; a repeat does what is missing. */
  items(ctx: PublicContext, call: KeyedCall): Promise<RunItem>;
}

type RunInput = Omit<Parameters<Route['run']>[0], 'runItem' | 'runRead'>;

/** Whether a route reads bodies as they arrive. It takes its `Idempotency-Key` by `runRead`, for all its kinds of body. */
export function readsItself(route: Route): boolean {
  const { table, multipart } = bodyKindsOf(route);
  return table !== undefined || multipart !== undefined;
}

/** Does an item of a request without a key: as often as it is sent. */
const runItem: RunItem = async (_item, work) => work(undefined);

/** The same of a request whose body has been read. */
const runRead: RunRead = async (_digest, prepare) => (await prepare())(undefined);

/** Runs a route as often as it is asked. */
const runUnkeyed = async (route: Route, run: RunInput): Promise<Reply<unknown>> =>
  route.run({ ...run, runItem, runRead });

interface Run {
  route: Route;
  run: RunInput;
  /** Whether an `Idempotency-Key` means anything to the request. */
  isKeyed: boolean;
}

/** Runs a route. A POST with an `Idempotency-Key` is executed once, however often it is sent. */
export async function runMaybeKeyed(
  { headers, path }: Request,
  { route, run, isKeyed }: Run,
  done: { runOnce?: DoneOnce['whole']; runItems?: DoneOnce['items']; runReadOnce?: DoneOnce['read'] },
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
    const readOnce = async (digest: string, prepare: Parameters<DoneOnce['read']>[2]) =>
      runReadOnce(ctx, { ...call, input: { query, body: digest } }, prepare);
    return route.run({ ...run, runItem, runRead: readOnce as RunRead });
  }
  const work = async (within: Transaction) =>
    (await runUnkeyed(route, { ...run, ctx: { ...ctx, within } })) as JsonReply<unknown>;
  return runOnce ? runOnce(ctx, call, work) : runUnkeyed(route, run);
}
