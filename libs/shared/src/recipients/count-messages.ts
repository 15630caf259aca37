import { createHash } from 'node:crypto';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import type { ClientSession } from 'mongoose';
import type { Change } from '../change/commit.ts';
import { emailKey } from '../contacts/email.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { rateLimited } from '../errors/raise.ts';
import type { Delivery } from '../models/invite.ts';
import { RecipientQuotaModel, type RecipientQuotaRow } from '../models/recipient-quota.ts';
import { countedMs, keptMessages, remainingMessages, waitFor, withCapacityFor } from './recipient-limits.ts';

/** A message that is about to be queued. */
type Message = Pick<Delivery, 'channel' | 'to'>;

/** Error of a delivery beyond its recipient's limits. */
const refusedError = 'recipient_limit_reached';

function quotaId({ tenantId }: OperationContext, { channel, to }: Message): string {
  const recipient = channel === 'EMAIL' ? emailKey(to) : to;
  return createHash('sha256').update(`${tenantId}|${recipient}`).digest('base64url');
}

async function readQuotas(
  { tenantId }: OperationContext,
  ids: readonly string[],
  session: ClientSession | null,
): Promise<RecipientQuotaRow[]> {
  return RecipientQuotaModel.find({ _id: { $in: ids }, tenantId })
    .session(session)
    .lean<RecipientQuotaRow[]>();
}

const overtaken = (): RunAgain =>
  new RunAgain('Another message to the recipient is being queued. Try again.');

/**
 * Returns the refusal of a recipient at its limit. If a concurrent change has just counted a message, it returns
 * `RunAgain`.
 */
async function refusalOf(ctx: OperationContext, ids: readonly string[]): Promise<Error> {
  const quotas = await readQuotas(ctx, ids, null);
  const waitMs = Math.max(0, ...quotas.map(({ sent }) => waitFor(sent, ctx.now)));
  if (waitMs === 0) return overtaken();
  const message =
    'The recipient has reached the limit of messages in a day or a week. Wait as long as Retry-After says.';
  return rateLimited(message, waitMs / 1000, refusedError);
}

/**
 * Counts messages by one statement. The update matches no full quota. The upsert then tries an insert, which the
 * existing id rejects. Changes for one recipient write one row, so each sees the others.
 *
 * @param refusal returns the error of a full quota
 */
async function count(
  { tenantId, now }: OperationContext,
  { session }: Change,
  { ids, refusal }: { ids: readonly string[]; refusal: () => Error | Promise<Error> },
): Promise<void> {
  if (ids.length === 0) return;
  const expiresAt = new Date(now.getTime() + countedMs);
  const steps = [...Map.groupBy(ids, (id) => id)].map(([_id, { length }]) => {
    const $each = Array.from({ length }, () => ({ at: now }));
    return {
      updateOne: {
        filter: { _id, tenantId, ...withCapacityFor(length, now) },
        update: { $push: { sent: { $each, $position: 0, $slice: keptMessages } }, $set: { expiresAt } },
        upsert: true,
      },
    };
  });
  try {
    await RecipientQuotaModel.collection.bulkWrite(steps as never, { session });
  } catch (error) {
    throw duplicateKeyOf(error) === null ? error : await refusal();
  }
}

/**
 * Counts messages within the change that queues them. It counts all of them, or the change fails. Call it late in the
 * change, after other checks.
 *
 * @param messages at most one for each recipient
 * @throws rate_limited (`recipient_limit_reached`) when a recipient would exceed ten messages of the tenant in 24
 *   hours or thirty in seven days
 */
export async function countMessages(
  ctx: OperationContext,
  change: Change,
  messages: readonly Message[],
): Promise<void> {
  const ids = messages.map((message) => quotaId(ctx, message));
  await count(ctx, change, { ids, refusal: () => refusalOf(ctx, ids) });
}

/**
 * Counts deliveries without a waiting caller, such as reminders and the invites of an import, within their
 * recipients' limits.
 *
 * @returns the deliveries in order; a delivery beyond the limit is FAILED with `recipient_limit_reached`
 */
export async function countOrFail(
  ctx: OperationContext,
  change: Change,
  deliveries: readonly Delivery[],
): Promise<Delivery[]> {
  if (deliveries.length === 0) return [];
  const ids = deliveries.map((delivery) => quotaId(ctx, delivery));
  const quotas = await readQuotas(ctx, [...new Set(ids)], change.session);
  const remaining = new Map(quotas.map(({ _id, sent }) => [_id, remainingMessages(sent, ctx.now)]));
  const counted: string[] = [];
  const judged = deliveries.map((delivery, at): Delivery => {
    const id = ids[at] ?? '';
    const left = remaining.get(id) ?? remainingMessages([], ctx.now);
    if (left === 0) return { ...delivery, status: 'FAILED', error: refusedError };
    remaining.set(id, left - 1);
    counted.push(id);
    return delivery;
  });
  await count(ctx, change, { ids: counted, refusal: overtaken });
  return judged;
}
