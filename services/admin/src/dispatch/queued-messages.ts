import { randomUUID } from 'node:crypto';
import type { Change } from '@pas/shared/change/commit';
import type { Channel } from '@pas/shared/models/invite';
import { OutgoingMessageModel, type OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import type { ClientSession } from 'mongoose';

/** Duration of a claim without renewal, in milliseconds. */
export const claimMs = 15_000;

/** Lists the tenants with a due message on a channel. */
export async function tenantsWithDueMessages(channel: Channel, now: Date): Promise<string[]> {
  return OutgoingMessageModel.distinct('tenantId', { channel, dueAt: { $lte: now } }).setOptions({
    crossTenant: 'due-messages',
  });
}

/** The end of a claim from now on, by the clock of the store. */
const claimEnd = { $add: ['$$NOW', claimMs] };

/**
 * Claims the tenant's oldest due message; null when none is due or others have claimed it. The clock of the store
 * decides, so a process whose clock is fast takes no claim of another one. The clock of this process only bounds the
 * search.
 */
export async function claimMessage({
  tenantId,
  channel,
}: Pick<OutgoingMessageRow, 'tenantId' | 'channel'>): Promise<OutgoingMessageRow | null> {
  return OutgoingMessageModel.findOneAndUpdate(
    { tenantId, channel, dueAt: { $lte: new Date() }, $expr: { $lte: ['$dueAt', '$$NOW'] } },
    [{ $set: { claimedBy: randomUUID(), dueAt: claimEnd } }],
    { sort: { dueAt: 1 }, returnDocument: 'after', updatePipeline: true },
  ).lean<OutgoingMessageRow>();
}

const claimed = ({ _id, tenantId, claimedBy }: OutgoingMessageRow) => ({ _id, tenantId, claimedBy });

/** Extends a claim. Returns whether it is still valid: another process may have claimed the message since. */
export async function renewClaim(message: OutgoingMessageRow): Promise<boolean> {
  const renewed = [{ $set: { dueAt: claimEnd } }];
  const { matchedCount } = await OutgoingMessageModel.updateOne(claimed(message), renewed, {
    updatePipeline: true,
  });
  return matchedCount === 1;
}

/** Releases a message until a given time, optionally as a failed attempt. */
export async function putBack(
  message: OutgoingMessageRow,
  { dueAt, isTry, session }: { dueAt: Date; isTry: boolean; session?: Change['session'] },
): Promise<void> {
  await OutgoingMessageModel.updateOne(
    claimed(message),
    { $set: { dueAt, claimedBy: null }, ...(isTry && { $inc: { attempts: 1 } }) },
    session ? { session } : {},
  );
}

/** Brings the waiting messages of a tenant forward by `ms` milliseconds. Claimed ones keep their times. */
export async function bringMessagesForward(
  { tenantId, now, ms }: { tenantId: string; now: Date; ms: number },
  session: ClientSession,
): Promise<void> {
  const waiting = { tenantId, channel: { $in: ['EMAIL' as const, 'SMS' as const] }, claimedBy: null };
  const held = await OutgoingMessageModel.find({ ...waiting, dueAt: { $gt: now } }, { dueAt: 1 })
    .session(session)
    .lean<Pick<OutgoingMessageRow, '_id' | 'dueAt'>[]>();
  const steps = held.map(({ _id, dueAt }) => ({
    updateOne: {
      filter: { ...waiting, _id },
      update: { $set: { dueAt: new Date(dueAt.getTime() - ms) } },
    },
  }));
  if (steps.length > 0) await OutgoingMessageModel.bulkWrite(steps, { session });
}

/** Removes a message whose delivery is finished. */
export async function removeMessage(
  { _id, tenantId }: OutgoingMessageRow,
  session?: Change['session'],
): Promise<void> {
  await OutgoingMessageModel.deleteOne({ _id, tenantId }, session ? { session } : {});
}
