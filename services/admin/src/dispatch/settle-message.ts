import { commit } from '@pas/shared/change/commit';
import { setPhoneConsent } from '@pas/shared/consents/phone-consents';
import type { DeliveryMove } from '@pas/shared/invites/move-delivery';
import type { MessageDelayed, MessageRefused } from './carrier-errors.ts';
import type { ClaimedMessage, MessageContext } from './claimed-message.ts';
import type { MailDeferred } from './mail-turns.ts';
import { countTry } from './message-metrics.ts';
import { putBack, removeMessage } from './queued-messages.ts';
import { nextTry, type RetryTimes } from './retry-times.ts';

/** Stores the outcome of a message and removes it from the queue, in one change. */
export async function settleMessage(sending: ClaimedMessage, move: DeliveryMove): Promise<void> {
  const ctx = { ...sending.ctx, now: new Date() };
  await commit(ctx, async (change) => {
    await sending.move(ctx, change, move);
    await removeMessage(sending.message, change.session);
  });
  countTry(sending, move.name);
}

/** Records that the carrier accepted the message. */
export async function settleSent(sending: MessageContext, providerMessageId: string | null): Promise<void> {
  const effect = await sending.prepared.afterSending();
  await settleMessage(sending, { name: 'send', providerMessageId, ...effect });
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
    await commit(ctx, async (change) => sending.move(ctx, change, { name: 'delay', error: reason }));
  }
  await putBack(message, { dueAt, isTry: true });
  countTry(sending, 'delay');
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
