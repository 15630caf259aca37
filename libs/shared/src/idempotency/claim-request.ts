import type { ClientSession, Model } from 'mongoose';
import { conflict, invalidField } from '../errors/raise.ts';
import type { IdempotentRequestRow } from '../models/idempotent-request.ts';
import { duplicateKeyOf } from '../mongo/duplicate-key.ts';

/** How long an answer is kept, in milliseconds. */
const keptMs = 24 * 3_600_000;

/** How long work that has died holds its key, in milliseconds: longer than any request may last. */
const lockMs = 30_000;

/** A request by its key. */
export interface KeyedRequest {
  id: string;
  tenantId: string;
  inputHash: string;
  /** Names this try among others of the same request. */
  lease: string;
  now: Date;
}

type Requests = Model<IdempotentRequestRow>;
type Kept = NonNullable<IdempotentRequestRow['reply']>;

const reused = () =>
  invalidField(
    'Idempotency-Key',
    'idempotency_key_reused',
    'This Idempotency-Key came with another request before. Use a new one for a new request.',
  );

const inFlight = () =>
  conflict('idempotency_in_progress', 'This request is being worked on. Ask again for its answer.', {
    headers: { 'Retry-After': '1' },
  });

function fresh({ id, tenantId, inputHash, lease, now }: KeyedRequest): IdempotentRequestRow {
  const lockUntil = new Date(now.getTime() + lockMs);
  const expiresAt = new Date(now.getTime() + keptMs);
  return { _id: id, tenantId, inputHash, lease, lockUntil, reply: null, expiresAt };
}

async function isInserted(requests: Requests, request: KeyedRequest): Promise<boolean> {
  try {
    await requests.insertMany([fresh(request)]);
    return true;
  } catch (error) {
    if (duplicateKeyOf(error) === null) throw error;
    return false;
  }
}

/** Whoever sees a dead try first goes on; of two, the condition on the old lease lets one. */
async function takeOver(
  requests: Requests,
  request: KeyedRequest,
  { lease }: IdempotentRequestRow,
): Promise<void> {
  const { _id, tenantId, ...fields } = fresh(request);
  const { modifiedCount } = await requests.updateOne({ _id, tenantId, lease }, { $set: fields });
  if (modifiedCount === 0) throw inFlight();
}

/**
 * Takes a keyed request to work on.
 *
 * @returns the answer when the request was answered before, else null: the work is the caller's
 * @throws invalid (`idempotency_key_reused`) for another input, conflict (`idempotency_in_progress`) while another try works
 */
export async function claimRequest(requests: Requests, request: KeyedRequest): Promise<Kept | null> {
  if (await isInserted(requests, request)) return null;
  const { id, tenantId, inputHash, now } = request;
  const row = await requests.findOne({ _id: id, tenantId }).lean<IdempotentRequestRow>();
  // Another try has just failed and left.
  if (!row) throw inFlight();
  const isOver = row.expiresAt <= now;
  if (!isOver && row.inputHash !== inputHash) throw reused();
  if (!isOver && row.reply) return row.reply;
  if (!isOver && row.lockUntil > now) throw inFlight();
  await takeOver(requests, request, row);
  return null;
}

/** Gives a request free that came to nothing, so that it can be sent again. */
export async function releaseRequest(
  requests: Requests,
  { id, tenantId, lease }: KeyedRequest,
): Promise<void> {
  await requests.deleteOne({ _id: id, tenantId, lease, reply: null });
}

/**
 * Keeps an answer in the transaction of its effect.
 *
 * @throws conflict when another try has taken over meanwhile; the transaction must not commit then
 */
export async function keepReply(
  requests: Requests,
  { id, tenantId, lease }: KeyedRequest,
  { reply, session }: { reply: Kept; session: ClientSession },
): Promise<void> {
  const filter = { _id: id, tenantId, lease, reply: null };
  const { modifiedCount } = await requests.updateOne(filter, { $set: { reply } }, { session });
  if (modifiedCount === 0) throw inFlight();
}
