import { randomUUID } from 'node:crypto';
import { WebhookAnswerModel } from '@pas/shared/models/webhook-answer';
import { WebhookAttemptModel, type WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import type { ClientSession } from 'mongoose';

/** Duration of a claim, in milliseconds: longer than an attempt and its record can take. */
const claimMs = 45_000;

/** A queue: one endpoint of one tenant. */
export interface Queue {
  tenantId: string;
  endpointId: string;
}

/** Parses the name of a queue. */
export function readQueue(name: string): Queue {
  const [tenantId = '', endpointId = ''] = name.split('/');
  return { tenantId, endpointId };
}

/** Returns the name of the queue of an endpoint. */
export const queueOf = ({ tenantId, endpointId }: Queue): string => `${tenantId}/${endpointId}`;

/** Lists the queues with due attempts, of all tenants. */
export async function dueQueues(now: Date): Promise<string[]> {
  return WebhookAttemptModel.distinct('queue', { status: 'PENDING', dueAt: { $lte: now } }).setOptions({
    crossTenant: 'due-attempts',
  });
}

/** Returns the fields of a claim by this process. */
const newClaim = (now: Date) => ({ claimedBy: randomUUID(), dueAt: new Date(now.getTime() + claimMs) });

/** Claims attempts before they are stored. */
export function claimNew(attempts: readonly WebhookAttemptRow[], now: Date): WebhookAttemptRow[] {
  const claim = newClaim(now);
  return attempts.map((attempt) => ({ ...attempt, ...claim }));
}

/** Claims a number of due attempts of a queue, oldest first. Another process may claim some of them. */
export async function claimAttempts(queue: string, count: number): Promise<WebhookAttemptRow[]> {
  const { tenantId } = readQueue(queue);
  const now = new Date();
  const due = { tenantId, status: 'PENDING' as const, queue, dueAt: { $lte: now } };
  const found = await WebhookAttemptModel.find(due)
    .sort({ dueAt: 1 })
    .limit(count)
    .lean<WebhookAttemptRow[]>();
  if (found.length === 0) return [];
  const claim = newClaim(now);
  const ids = { $in: found.map(({ _id }) => _id) };
  const { modifiedCount } = await WebhookAttemptModel.updateMany({ ...due, _id: ids }, { $set: claim });
  const mine =
    modifiedCount === found.length
      ? found
      : await WebhookAttemptModel.find({ tenantId, _id: ids, claimedBy: claim.claimedBy }).lean<
          WebhookAttemptRow[]
        >();
  return mine.map((row) => ({ ...row, ...claim }));
}

/** Outcome of a claimed attempt. */
export interface AttemptOutcome {
  attempt: WebhookAttemptRow;
  responseStatus: number | null;
  error: string | null;
  responseBody: string | null;
  at: Date;
  /** The next attempt; null without one. */
  next: WebhookAttemptRow | null;
}

/** Returns the writes of one attempt: the next attempt first, so that a crash in between loses none. */
function writesOf({ attempt, responseStatus, error, at, next }: AttemptOutcome) {
  const { _id, tenantId, claimedBy } = attempt;
  const status: WebhookAttemptRow['status'] = error === null ? 'SUCCEEDED' : 'FAILED';
  const ended = { status, responseStatus, error, at, nextAt: null, dueAt: null, claimedBy: null };
  const end = { updateOne: { filter: { _id, tenantId, claimedBy }, update: { $set: ended } } };
  if (!next) return [end];
  const { _id: nextId, tenantId: owner, ...fields } = next;
  const plan = {
    updateOne: { filter: { _id: nextId, tenantId: owner }, update: { $setOnInsert: fields }, upsert: true },
  };
  return [plan, end];
}

/** Returns the write of an answer's body; an attempt that is sent again replaces it. */
const answerOf = ({ attempt: { _id, tenantId }, responseBody: body, at }: AttemptOutcome) =>
  body === null
    ? []
    : [{ updateOne: { filter: { _id, tenantId }, update: { $set: { body, createdAt: at } }, upsert: true } }];

/** Stores the outcomes of attempts with one statement, and the answers with another. */
export async function storeOutcomes(outcomes: readonly AttemptOutcome[]): Promise<void> {
  const answers = outcomes.flatMap(answerOf);
  if (answers.length > 0) await WebhookAnswerModel.bulkWrite(answers, { ordered: false });
  await WebhookAttemptModel.bulkWrite(outcomes.flatMap(writesOf), { ordered: true });
}

/** Maximum number of attempts that one advance of a test clock brings forward. Further ones keep their times. */
const maxForward = 10_000;

/**
 * Brings the planned attempts of a tenant forward by `ms` milliseconds. Attempts that a process has claimed keep their
 * times.
 */
export async function bringForward(
  { tenantId, ms }: { tenantId: string; ms: number },
  session: ClientSession,
): Promise<void> {
  // Queues begin with the tenant, and "0" follows "/", so the index of due attempts has the range.
  const queue = { $gte: `${tenantId}/`, $lt: `${tenantId}0` };
  const planned = { tenantId, status: 'PENDING' as const, claimedBy: null };
  const attempts = await WebhookAttemptModel.find({ ...planned, queue }, { nextAt: 1 })
    .sort({ queue: 1, dueAt: 1 })
    .limit(maxForward)
    .session(session)
    .lean<Pick<WebhookAttemptRow, '_id' | 'nextAt'>[]>();
  const steps = attempts.map(({ _id, nextAt }) => {
    const at = new Date(Number(nextAt) - ms);
    return { updateOne: { filter: { ...planned, _id }, update: { $set: { nextAt: at, dueAt: at } } } };
  });
  if (steps.length > 0) await WebhookAttemptModel.bulkWrite(steps, { session });
}
