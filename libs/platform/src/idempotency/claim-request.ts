import mongoose, { type ClientSession, type Model } from 'mongoose';
import { conflict, invalidAs } from '../errors/raise.ts';
import type { IdempotentRequestRow } from './idempotent-request.ts';
import { duplicateKeyOf } from '../mongo/duplicate-key.ts';
import { insertRows } from '../mongo/insert-rows.ts';
import { errorLayers } from '../mongo/store-unavailable.ts';

/** The time for which an answer is stored, in milliseconds. */
const keptMs = 24 * 3_600_000;

/** A request with its key, as the store identifies it. */
export interface KeyedRequest {
  id: string;
  tenantId: string;
  inputHash: string;
  now: Date;
}

type Requests = Model<IdempotentRequestRow>;
type StoredReply = NonNullable<IdempotentRequestRow['reply']>;

/**
 * Error that ends the transaction of a request whose key belongs to a committed request. The row of that request has
 * the answer.
 */
export class KeyTaken extends Error {}

const { MongoServerError } = mongoose.mongo;

/** MongoDB's error code WriteConflict: another open transaction has written the row. */
const writeConflict = 112;

const isWriteConflict = (error: unknown): boolean =>
  errorLayers(error).some((layer) => layer instanceof MongoServerError && layer.code === writeConflict);

const reused = () =>
  invalidAs(
    'idempotency_key_reused',
    'Idempotency-Key',
    'This Idempotency-Key was used with another request. Use a new key for a new request.',
  );

const inFlight = () =>
  conflict('idempotency_in_progress', 'This request is still running. Repeat it to get its answer.', {
    headers: { 'Retry-After': '1' },
  });

/**
 * Claims a request's key, as the first write of the transaction that does its work. An open transaction with the same
 * key makes this one fail immediately. If the process dies, its transaction is aborted, and the key is free again.
 *
 * @throws KeyTaken when a committed request has the key, conflict (`idempotency_in_progress`) while another one runs
 */
export async function claimKey(
  requests: Requests,
  { id: _id, tenantId, inputHash, now }: KeyedRequest,
  session: ClientSession,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptMs);
  try {
    await insertRows(requests, [{ _id, tenantId, inputHash, reply: null, names: [], expiresAt }], session);
  } catch (error) {
    if (duplicateKeyOf(error) !== null) throw new KeyTaken();
    throw isWriteConflict(error) ? inFlight() : error;
  }
}

/** Maximum ids of an answer that are stored. */
const maxNames = 50;

/** Ids with a prefix, as `newPrefixedId` makes them. */
const idsIn = (body: string): string[] =>
  [...new Set(body.match(/\b[a-z]{1,8}_[0-9a-hjkmnp-tv-z]{26}\b/g))].slice(0, maxNames);

/** Stores the answer with its key, in the transaction of its effect. */
export async function storeReply(
  requests: Requests,
  { id, tenantId }: KeyedRequest,
  { reply, session }: { reply: StoredReply; session: ClientSession },
): Promise<void> {
  await requests.collection.updateOne(
    { _id: id, tenantId } as never,
    { $set: { reply, names: idsIn(reply.body) } },
    { session },
  );
}

/**
 * Reads the stored answer of a key.
 *
 * @returns null when the key is free, because it has expired
 * @throws invalid (`idempotency_key_reused`) for another input
 */
export async function readReply(
  requests: Requests,
  { id, tenantId, inputHash, now }: KeyedRequest,
): Promise<StoredReply | null> {
  const row = await requests.findOne({ _id: id, tenantId }).lean<IdempotentRequestRow>();
  if (row && row.expiresAt > now && row.reply) {
    if (row.inputHash !== inputHash) throw reused();
    return row.reply;
  }
  if (row) await requests.deleteOne({ _id: id, tenantId, expiresAt: row.expiresAt });
  return null;
}

/**
 * Whether a committed item of a bulk call has claimed its key.
 *
 * @throws invalid (`idempotency_key_reused`) for another input
 */
export async function isKeyKnown(
  requests: Requests,
  { id, tenantId, inputHash, now }: KeyedRequest,
): Promise<boolean> {
  const row = await requests.findOne({ _id: id, tenantId }).lean<IdempotentRequestRow>();
  if (!row) return false;
  if (row.expiresAt > now) {
    if (row.inputHash !== inputHash) throw reused();
    return true;
  }
  await requests.deleteOne({ _id: id, tenantId, expiresAt: row.expiresAt });
  return false;
}
