import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ensureInviteTokenHashes } from '@pas/shared/invites/ensure-invite-token-hashes';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import { moveDelivery, type DeliveryMove } from '@pas/shared/invites/move-delivery';
import { InviteModel, type Delivery, type InviteRow } from '@pas/shared/models/invite';
import type { OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { ClaimedMessage, PreparedMessage } from './claimed-message.ts';
import { writeInviteMail } from './invite-mail.ts';
import { loadOfferedHome, messageOf } from './invite-message.ts';
import { writeInviteText } from './invite-text.ts';
import { nextReminder, nextSendingTime } from './reminder-times.ts';

/** Returns the reason to skip a message; null to send it. */
function findSkipReason(invite: InviteRow, delivery: Delivery, now: Date): string | null {
  if (inviteStateAt(invite, now).status !== 'PENDING') return 'invite_not_pending';
  return delivery.tokenVersion === invite.tokenVersion ? null : 'token_replaced';
}

/**
 * Returns the next sending hour for a late reminder, in real time; null when it may be sent now. Hours are those of the
 * tenant's time, but the queue of messages runs on real time.
 */
function heldUntil({ kind }: Delivery, timeZone: string, ctx: OperationContext): Date | null {
  if (kind === 'INVITE') return null;
  const now = tenantNow(ctx);
  const waitMs = nextSendingTime(now, timeZone).getTime() - now.getTime();
  return waitMs > 0 ? new Date(ctx.now.getTime() + waitMs) : null;
}

/** Returns the first reminder after a dispatch. A reminder itself leaves the schedule unchanged. */
async function reminderAfter(
  { kind }: Delivery,
  timeZone: string,
  tenantId: string,
): Promise<Pick<DeliveryMove, 'reminder'>> {
  if (kind === 'REMINDER') return {};
  const { settings } = await readTenant(tenantId);
  const from = tenantNow({ tenantId, now: new Date() });
  const hours = settings.inviteReminderHours;
  const reminderDueAt = nextReminder({ from, after: from, hours, timeZone });
  return { reminder: { remindFrom: from, reminderDueAt } };
}

interface InviteDelivery {
  links: InviteLinks;
  invite: InviteRow;
  delivery: Delivery;
}

async function prepare(
  ctx: OperationContext,
  { links, delivery, ...found }: InviteDelivery,
): Promise<PreparedMessage> {
  const { tenantId } = ctx;
  const [invite = found.invite] = await ensureInviteTokenHashes(ctx, links, [found.invite]);
  const home = await loadOfferedHome(invite, links);
  const { timeZone } = home.property;
  const write = () => messageOf({ kind: delivery.kind, invite, home, links });
  return {
    heldUntil: heldUntil(delivery, timeZone, ctx),
    writeMail: () => writeInviteMail(write()),
    writeText: () => writeInviteText(write()).text,
    afterSending: async () => reminderAfter(delivery, timeZone, tenantId),
  };
}

/** Loads the delivery of an invite that a claimed message carries; null when it is no longer queued. */
export async function claimInviteMessage(
  ctx: OperationContext,
  message: OutgoingMessageRow,
  links: InviteLinks,
): Promise<ClaimedMessage | null> {
  const inviteId = message.inviteId ?? '';
  const invite = await InviteModel.findOne({ _id: inviteId, tenantId: ctx.tenantId }).lean<InviteRow>();
  const delivery = invite?.deliveries.find(({ id }) => id === message._id);
  if (!invite || delivery?.status !== 'QUEUED') return null;
  return {
    ctx,
    message,
    delivery,
    propertyId: invite.propertyId,
    findSkipReason: () => findSkipReason(invite, delivery, ctx.now),
    prepare: async () => prepare(ctx, { links, invite, delivery }),
    move: async (at, change, move) =>
      moveDelivery(at, change, { ...move, inviteId, deliveryId: delivery.id }),
  };
}
