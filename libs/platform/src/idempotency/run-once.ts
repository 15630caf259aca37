import { createHash } from 'node:crypto';
import type { ClientSession, Connection, Model } from 'mongoose';
import type { PublicContext } from '../context/operation-context.ts';
import type { Route } from '../http/define-route.ts';
import type { DoneOnce, KeyedCall } from '../http/run-keyed.ts';
import { ok, type JsonReply } from '../http/reply.ts';
import {
  ControlIdempotentRequestModel,
  IdempotentRequestModel,
  type IdempotentRequestRow,
} from './idempotent-request.ts';
import { control, core } from '../mongo/connections.ts';
import { inTransaction, type Transaction } from '../mongo/in-transaction.ts';
import { claimKey, keepReply, KeyTaken, readReply, type KeyedRequest } from './claim-request.ts';

/** The database of a request's effect, and the collection of keys there. */
export interface KeyStore {
  connection: Connection;
  requests: Model<IdempotentRequestRow>;
}

/** Where the keys of a route's requests are kept: beside its effect. */
export const keyStoreOf = ({ store }: Route): KeyStore =>
  store === 'control'
    ? { connection: control, requests: ControlIdempotentRequestModel }
    : { connection: core, requests: IdempotentRequestModel };

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * Names a request by its caller, path and key, and its input by a digest. A key that was rotated between two tries of a
 * request is the same caller: its lineage counts.
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

/** Finds the answer that is kept for a request; null where its key is free. */
async function findKept(
  ctx: PublicContext,
  route: Route,
  request: KeyedRequest,
): Promise<JsonReply<unknown> | null> {
  const kept = await readReply(keyStoreOf(route).requests, request);
  return kept && replay(ctx, route, kept);
}

/** A key that turns out to be free is taken again this often at most. */
const maxTries = 3;

/** One piece of keyed work: a request, or an item of a bulk call. */
export interface KeyedWork {
  route: Route;
  request: KeyedRequest;
  /** Whether the answer is probably kept already, so that it is read first. */
  mayBeKept?: boolean;
  /** Further keys to take in the same transaction, before the work. */
  claimMore?: (session: ClientSession) => Promise<void>;
  /** Called when some key was taken, before the kept answer is read. */
  onTaken?: () => Promise<void>;
  work: (transaction: Transaction) => Promise<JsonReply<unknown>>;
}

/**
 * Does keyed work once: key, effect and answer are one transaction, and a repeat gets the same answer. Failures are not
 * stored. Secrets are not stored: the route defines how they are hidden and whether they can be shown again.
 *
 * @throws invalid for a key that came with another input, conflict while another try is at work
 */
export async function doOnce(ctx: PublicContext, keyed: KeyedWork): Promise<JsonReply<unknown>> {
  const { route, request, mayBeKept = false, claimMore, onTaken, work } = keyed;
  const { connection, requests } = keyStoreOf(route);
  const workOnce = async (session: ClientSession, transaction: Transaction): Promise<JsonReply<unknown>> => {
    await claimMore?.(session);
    await claimKey(requests, request, session);
    const reply = await work(transaction);
    const body = JSON.stringify(route.secrets ? route.secrets.hide(reply.body) : reply.body);
    await keepReply(requests, request, { reply: { status: reply.status, body }, session });
    return reply;
  };
  const readKept = async () => findKept(ctx, route, request);
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

/** Does a request's work once, in one transaction with its `Idempotency-Key`. */
export const runOnce: DoneOnce['whole'] = async (ctx, call, work) =>
  doOnce(ctx, { route: call.route, request: keyedRequest(ctx, call), work });

/**
 * Does the work of a request whose body has been read. What it prepares, such as a plan, is made outside of the
 * transaction: nothing is kept open meanwhile.
 */
export const runReadOnce: DoneOnce['read'] = async (ctx, call, prepare) => {
  const { route } = call;
  const request = keyedRequest(ctx, call);
  const kept = await findKept(ctx, route, request);
  if (kept) return kept;
  return doOnce(ctx, { route, request, work: await prepare() });
};
