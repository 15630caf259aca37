import { tenantNow } from '@pas/shared/context/tenant-now';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newId } from '@pas/shared/ids/id';
import { pendingAt } from '@pas/shared/invites/transitions';
import { InviteModel, type Channel, type Delivery, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { countOrFail } from '@pas/shared/recipients/count-messages';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { queueMessages } from '@pas/shared/invites/queue-messages';
import { nextReminder, nextSendingTime } from '../dispatch/reminder-times.ts';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** Returns the filter of invites with a due reminder; `$type` makes it use its partial index. */
export const reminderDueBy = (now: Date) => ({
  status: 'PENDING' as const,
  reminderDueAt: { $type: 'date' as const, $lte: now },
});

/** Returns the contacts that a message with the current link has reached, each with its channel. */
function reachedContacts({ deliveries, tokenVersion }: InviteRow): { channel: Channel; to: string }[] {
  const reached = deliveries.filter(
    (delivery) =>
      delivery.tokenVersion === tokenVersion &&
      (delivery.status === 'SENT' || delivery.status === 'DELIVERED'),
  );
  return [...new Map(reached.map(({ channel, to }) => [channel, { channel, to }])).values()];
}

const newReminder = (
  { now }: OperationContext,
  invite: InviteRow,
  contact: { channel: Channel; to: string },
): Delivery => ({
  id: newId('delivery'),
  ...contact,
  kind: 'REMINDER',
  status: 'QUEUED',
  error: null,
  providerMessageId: null,
  tokenVersion: invite.tokenVersion,
  at: now,
});

/** Decision about a due reminder: the time of the next one, and whether this one is sent. */
interface Decision {
  reminderDueAt: Date | null;
  isSent: boolean;
}

/** Decides by the current settings. At night the reminder waits; suspended tenants send none. */
async function decide(ctx: OperationContext, invite: InviteRow): Promise<Decision> {
  const { tenantId } = ctx;
  const now = tenantNow(ctx);
  const [tenant, property] = await Promise.all([
    findTenant(tenantId),
    PropertyModel.findOne({ _id: invite.propertyId, tenantId }).lean<PropertyRow>(),
  ]);
  const hours = tenant?.settings.inviteReminderHours ?? [];
  const from = invite.remindFrom;
  if (!property || from === null || hours.length === 0) return { reminderDueAt: null, isSent: false };
  const { timeZone } = property;
  const allowedAt = nextSendingTime(now, timeZone);
  if (allowedAt > now) return { reminderDueAt: allowedAt, isSent: false };
  const reminderDueAt = nextReminder({ from, after: now, hours, timeZone });
  const first = nextReminder({ from, after: from, hours, timeZone });
  const isDue = first !== null && first <= now;
  return { reminderDueAt: isDue ? reminderDueAt : first, isSent: isDue && tenant?.status === 'ACTIVE' };
}

/**
 * Queues a reminder by one conditional write on its due time: a concurrent process retries and finds it done.
 */
async function remind(ctx: OperationContext, change: Change, id: string): Promise<boolean> {
  const filter = { _id: id, tenantId: ctx.tenantId };
  const invite = await InviteModel.findOne({ ...filter, ...reminderDueBy(tenantNow(ctx)) })
    .session(change.session)
    .lean<InviteRow>();
  if (!invite) return false;
  const { reminderDueAt, isSent } = await decide(ctx, invite);
  const isPending = invite.expiresAt > tenantNow(ctx);
  const reminders =
    isSent && isPending ? reachedContacts(invite).map((to) => newReminder(ctx, invite, to)) : [];
  const added = await countOrFail(ctx, change, reminders);
  const { matchedCount } = await InviteModel.updateOne(
    { ...filter, ...(isPending ? pendingAt(ctx) : {}), reminderDueAt: invite.reminderDueAt },
    {
      $set: { reminderDueAt: isPending ? reminderDueAt : null },
      ...(added.length > 0 && { $push: { deliveries: { $each: added } } }),
    },
    { session: change.session },
  );
  if (matchedCount === 0) return false;
  const queued = added.filter(({ status }) => status === 'QUEUED');
  await queueMessages(ctx, change, [{ invite, added: queued }]);
  if (queued.length > 0) {
    const targets = [{ type: 'invite', id }];
    change.record({ action: 'invite.reminded', targets, propertyIds: [invite.propertyId] });
  }
  return true;
}

/**
 * Reminds people who have not used their invite, at the tenant's `inviteReminderHours` after the dispatch. A
 * reminder goes to the contacts that the invite has reached, with the same link. A recipient at the message
 * limit gets no reminder, and the delivery records the reason.
 */
export const remindInvites: Sweep = {
  name: 'invites that are reminded of',
  everyRounds: 12,

  async findDue(now, limit, except) {
    const due = await InviteModel.find({ ...reminderDueBy(now), ...ofOtherTenants(except) }, { tenantId: 1 })
      .setOptions({ crossTenant: 'due-reminders' })
      .sort({ reminderDueAt: 1 })
      .limit(limit)
      .lean<Pick<InviteRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  apply: async (ctx, id) => commit(ctx, async (change) => remind(ctx, change, id)),
};
