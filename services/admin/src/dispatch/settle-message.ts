import { commit } from '@pas/shared/change/commit';
import { setPhoneConsent } from '@pas/shared/consents/phone-consents';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { moveDelivery, type DeliveryMove } from '@pas/shared/invites/move-delivery';
import type { Delivery, InviteRow } from '@pas/shared/models/invite';
import type { OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { MessageDelayed, MessageRefused } from './carrier-errors.ts';
import type { OfferedHome } from './invite-message.ts';
import type { MailDeferred } from './mail-turns.ts';
import { putBack, removeMessage } from './queued-messages.ts';
import { nextReminder } from './reminder-times.ts';
import { nextTry, type RetryTimes } from './retry-times.ts';

/** A claimed message with its delivery. */
export interface ClaimedMessage {
  ctx: OperationContext;
  message: OutgoingMessageRow;
  invite: InviteRow;
  delivery: Delivery;
}

/** A message with all that its sending needs. */
export interface MessageContext extends ClaimedMessage {
  home: OfferedHome;
}

const keysOf = ({ message }: ClaimedMessage) => ({ inviteId: message.inviteId, deliveryId: message._id });

/** Stores the outcome of a message and removes it from the queue, in one change. */
export async function settleMessage(sending: ClaimedMessage, move: DeliveryMove): Promise<void> {
  const ctx = { ...sending.ctx, now: new Date() };
  await commit(ctx, async (change) => {
    await moveDelivery(ctx, change, { ...keysOf(sending), ...move });
    await removeMessage(sending.message, change.session);
  });
}

/** Returns the first reminder after a dispatch. A reminder itself leaves the schedule unchanged. */
async function reminderAfter({ ctx, delivery, home }: MessageContext): Promise<DeliveryMove['reminder']> {
  if (delivery.kind === 'REMINDER') return undefined;
  const { settings } = await readTenant(ctx.tenantId);
  const from = new Date();
  const { timeZone } = home.property;
  const hours = settings.inviteReminderHours;
  return { remindFrom: from, reminderDueAt: nextReminder({ from, after: from, hours, timeZone }) };
}

/** Records that the carrier accepted the message. */
export async function settleSent(sending: MessageContext, providerMessageId: string | null): Promise<void> {
  const reminder = await reminderAfter(sending);
  await settleMessage(sending, { name: 'send', providerMessageId, ...(reminder && { reminder }) });
}

/** Records a permanent refusal. A phone that the carrier blocks gets no further texts. */
export async function settleRefused(sending: ClaimedMessage, { reason }: MessageRefused): Promise<void> {
  const name = reason === 'mailbox_refused' ? 'bounce' : 'fail';
  const { delivery } = sending;
  if (reason === 'opted_out') {
    const ctx = { ...sending.ctx, now: new Date() };
    const consent = { phone: delivery.to, state: 'OPTED_OUT', source: 'CARRIER' } as const;
    await commit(ctx, async (change) => setPhoneConsent(ctx, change, consent));
  }
  await settleMessage(sending, { name, error: reason });
}

/** Reschedules a message, with the reason on the delivery. After the last attempt the delivery is FAILED. */
export async function settleDelayed(
  sending: ClaimedMessage,
  { reason, afterMs }: MessageDelayed,
  retry: RetryTimes,
): Promise<void> {
  const { message, delivery } = sending;
  const ctx = { ...sending.ctx, now: new Date() };
  const dueAt = nextTry(retry, { ...message, afterMs }, ctx.now);
  if (dueAt === null) {
    await settleMessage(sending, { name: 'fail', error: reason });
    return;
  }
  if (delivery.error !== reason) {
    await commit(ctx, async (change) =>
      moveDelivery(ctx, change, { ...keysOf(sending), name: 'delay', error: reason }),
    );
  }
  await putBack(message, { dueAt, isTry: true });
}

/** Reschedules a mail that waits for another mail of its lane. A mail beyond the maximum age is FAILED. */
export async function settleDeferred(
  sending: ClaimedMessage,
  { waitMs }: MailDeferred,
  retry: RetryTimes,
): Promise<void> {
  const { message } = sending;
  const isOver = nextTry(retry, { ...message, afterMs: waitMs }, new Date()) === null;
  if (isOver) return settleMessage(sending, { name: 'fail', error: 'mail_server_busy' });
  return putBack(message, { dueAt: new Date(Date.now() + waitMs), isTry: false });
}
