import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { PublicContext } from '../context/operation-context.ts';
import type { Route } from '../http/define-route.ts';
import type { KeyedCall } from '../http/mount-routes.ts';
import { ok, type JsonReply } from '../http/reply.ts';
import { ControlIdempotentRequestModel, IdempotentRequestModel } from './idempotent-request.ts';
import { control, core } from '../mongo/connections.ts';
import { inTransaction, type Transaction } from '../mongo/in-transaction.ts';
import { claimKey, keepReply, KeyTaken, readReply, type KeyedRequest } from './claim-request.ts';

/** Does a route's work, in the transaction when there is one. */
type Work = (transaction: Transaction) => Promise<JsonReply<unknown>>;

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function keyedRequest(ctx: PublicContext, { key, route, path, input }: KeyedCall): KeyedRequest {
  const { environment, tenantId, principal } = ctx;
  return {
    id: digest([environment, tenantId, principal.kind, principal.id, route.method, path, key]),
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

/** A key that turns out to be free is taken again this often at most. */
const maxTries = 3;

/**
 * Does a keyed request's work once: key, effect and answer are one transaction, and a repeat of the request gets the
 * same answer. Failed requests are not stored. Secrets are not stored: the route defines how they are hidden and
 * whether they can be shown again.
 *
 * @throws invalid for a key that came with another input, conflict while another try is at work
 */
export async function runOnce(ctx: PublicContext, call: KeyedCall, work: Work): Promise<JsonReply<unknown>> {
  const { route } = call;
  const isControl = route.store === 'control';
  const requests = isControl ? ControlIdempotentRequestModel : IdempotentRequestModel;
  const connection = isControl ? control : core;
  const request = keyedRequest(ctx, call);
  const workOnce = async (session: ClientSession, transaction: Transaction): Promise<JsonReply<unknown>> => {
    await claimKey(requests, request, session);
    const reply = await work(transaction);
    const body = JSON.stringify(route.secrets ? route.secrets.hide(reply.body) : reply.body);
    await keepReply(requests, request, { reply: { status: reply.status, body }, session });
    return reply;
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(connection, workOnce, request.tenantId);
    } catch (error) {
      if (!(error instanceof KeyTaken) || tries === maxTries) throw error;
    }
    const kept = await readReply(requests, request);
    if (kept) return replay(ctx, route, kept);
  }
}
