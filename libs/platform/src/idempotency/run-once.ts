import { createHash } from 'node:crypto';
import type { ClientSession, Connection, Model } from 'mongoose';
import type { z } from 'zod';
import type { PublicContext } from '../context/operation-context.ts';
import type { Route } from '../http/define-route.ts';
import type { KeyedRunners, KeyedCall } from '../http/run-keyed.ts';
import { ok, type JsonReply } from '../http/reply.ts';
import {
  ControlIdempotentRequestModel,
  IdempotentRequestModel,
  type IdempotentRequestRow,
} from './idempotent-request.ts';
import { control, core } from '../mongo/connections.ts';
import { inTransaction, type Transaction } from '../mongo/in-transaction.ts';
import { claimKey, storeReply, KeyTaken, readReply, type KeyedRequest } from './claim-request.ts';

/** The database of a request's effect, and the collection of keys there. */
export interface KeyStore {
  connection: Connection;
  requests: Model<IdempotentRequestRow>;
}

/** Returns the store of the keys of a route's requests: the database of its effect. */
export const keyStoreOf = ({ store }: Route): KeyStore =>
  store === 'control'
    ? { connection: control, requests: ControlIdempotentRequestModel }
    : { connection: core, requests: IdempotentRequestModel };

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * Identifies a request by its caller, path and key, and its input by a digest. The lineage of an API key identifies the
 * caller, so that a rotation between two tries does not matter.
 */
export function keyedRequest(ctx: PublicContext, { key, route, path, input }: KeyedCall): KeyedRequest {
  const { environment, tenantId, principal } = ctx;
  const callerId = principal.lineageId ?? principal.id;
  return {
    id: digest([environment, tenantId, principal.kind, callerId, route.method, path, key]),
    tenantId: tenantId ?? 'platform',
    inputHash: digest([input.query, input.body]),
    now: ctx.now,
  };
}

async function replay(ctx: PublicContext, route: Route, kept: { status: number; body: string }) {
  const body: unknown = JSON.parse(kept.body);
  const shown = route.secrets ? await route.secrets.show(ctx, body) : body;
  return { ...ok(shown, { 'Idempotency-Replayed': 'true' }), status: kept.status };
}

/** Finds the stored answer of a request; null if its key is free. */
async function findStoredReply(
  ctx: PublicContext,
  route: Route,
  request: KeyedRequest,
): Promise<JsonReply<unknown> | null> {
  const kept = await readReply(keyStoreOf(route).requests, request);
  return kept && replay(ctx, route, kept);
}

/** Maximum tries to claim a key that turns out to be free. */
const maxTries = 3;

/** One piece of keyed work: a request, or an item of a bulk call. */
export interface KeyedWork {
  route: Route;
  request: KeyedRequest;
  /** The schema of the answer. Default: that of the route. */
  schema?: z.ZodType | undefined;
  /** Whether the answer is probably stored already, so that it is read first. */
  mayBeKept?: boolean;
  /** Claims further keys in the same transaction, before the work. */
  claimMore?: (session: ClientSession) => Promise<void>;
  /** Called when a key was taken, before the stored answer is read. */
  onTaken?: () => Promise<void>;
  work: (transaction: Transaction) => Promise<JsonReply<unknown>>;
}

/**
 * Runs keyed work once. Key, effect and answer are one transaction, and a repeat gets the same answer. Failures are not
 * stored, nor are undeclared fields of an answer. Secrets are not stored: the route defines how they are hidden and
 * whether they can be shown again.
 *
 * @throws invalid for a key that was used with another input, conflict while another try runs
 */
export async function doOnce(ctx: PublicContext, keyed: KeyedWork): Promise<JsonReply<unknown>> {
  const { route, request, schema = route.response, mayBeKept = false, claimMore, onTaken, work } = keyed;
  const { connection, requests } = keyStoreOf(route);
  const workOnce = async (session: ClientSession, transaction: Transaction): Promise<JsonReply<unknown>> => {
    await claimMore?.(session);
    await claimKey(requests, request, session);
    const reply = await work(transaction);
    const shown = schema ? schema.parse(reply.body) : reply.body;
    const body = JSON.stringify(route.secrets ? route.secrets.hide(shown) : shown);
    await storeReply(requests, request, { reply: { status: reply.status, body }, session });
    return reply;
  };
  const readKept = async () => findStoredReply(ctx, route, request);
  const first = mayBeKept ? await readKept() : null;
  if (first) return first;
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(connection, workOnce, request.tenantId);
    } catch (error) {
      if (!(error instanceof KeyTaken) || tries === maxTries) throw error;
    }
    await onTaken?.();
    const kept = await readKept();
    if (kept) return kept;
  }
}

/** Runs a request's work once, in one transaction with its `Idempotency-Key`. */
export const runOnce: KeyedRunners['whole'] = async (ctx, call, work) =>
  doOnce(ctx, { route: call.route, request: keyedRequest(ctx, call), work });

/**
 * Runs the work of a request whose body is read. Preparation, such as a plan, runs before the transaction, so that the
 * transaction stays short.
 */
export const runReadOnce: KeyedRunners['read'] = async (ctx, call, prepare) => {
  const { route } = call;
  const request = keyedRequest(ctx, call);
  const kept = await findStoredReply(ctx, route, request);
  if (kept) return kept;
  return doOnce(ctx, { route, request, work: await prepare() });
};
