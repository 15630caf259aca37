import { setTimeout as pause } from 'node:timers/promises';
import { isInfrastructureError } from '@pas/platform/events/retry-later';
import type { Logger } from '@pas/platform/log/logger';
import { hasOptedOut } from '@pas/shared/consents/phone-consents';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import { InviteModel, kindOf, type InviteRow } from '@pas/shared/models/invite';
import type { OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import { MessageDelayed, MessageRefused } from './carrier-errors.ts';
import { writeInviteMail } from './invite-mail.ts';
import { loadOfferedHome, messageOf } from './invite-message.ts';
import { writeInviteText } from './invite-text.ts';
import type { Mailer } from './mailer.ts';
import { oneAtATime, type OneAtATime } from './one-at-a-time.ts';
import { putBack, removeMessage, renewClaim } from './queued-messages.ts';
import { nextSendingTime } from './reminder-times.ts';
import type { RetryTimes } from './retry-times.ts';
import { settleDelayed, settleMessage, settleRefused, settleSent, type Sending } from './settle-message.ts';
import type { TextSender } from './telephony/text-sender.ts';

/** What messages are sent with. */
export interface Carriers {
  log: Logger;
  links: InviteLinks;
  mailer: Mailer;
  /** Null where no telephony provider is configured. */
  texts: TextSender | null;
  retry: RetryTimes;
}

/** Sends one claimed message, and stores what became of it. */
export type SendMessage = (ctx: OperationContext, message: OutgoingMessageRow) => Promise<void>;

/** Why a message is not to be sent any more; null where it is. */
async function whyNotSend({ ctx, invite, delivery }: Sending): Promise<string | null> {
  if (inviteStateAt(invite, ctx.now).status !== 'PENDING') return 'invite_not_pending';
  if (delivery.tokenVersion !== invite.tokenVersion) return 'token_replaced';
  return delivery.channel === 'SMS' && (await hasOptedOut(delivery.to)) ? 'opted_out' : null;
}

/** When a reminder may be sent that was held up until the evening; null where it may be sent now. */
function heldUntil({ ctx, delivery, home }: Sending): Date | null {
  if (kindOf(delivery) === 'INVITE') return null;
  const at = nextSendingTime(ctx.now, home.property.timeZone);
  return at > ctx.now ? at : null;
}

async function loadSending(ctx: OperationContext, message: OutgoingMessageRow): Promise<Sending | null> {
  const filter = { _id: message.inviteId, tenantId: ctx.tenantId };
  const invite = await InviteModel.findOne(filter).lean<InviteRow>();
  const delivery = invite?.deliveries.find(({ id }) => id === message._id);
  if (!invite || delivery?.status !== 'QUEUED') return null;
  return { ctx, message, invite, delivery, home: await loadOfferedHome(invite) };
}

class ClaimLost extends Error {}

/**
 * Sends a mail. A server takes a message after its end, and a crash before the record sends it again. So the mails of a
 * process end one after the other, each recorded before the next one ends: a crash repeats one mail at most. A slow
 * answer holds up the other mails of this process until the mailer gives it up (its socket timeout).
 */
async function sendMail({ mailer, links }: Carriers, turns: OneAtATime, sending: Sending): Promise<void> {
  const { delivery, invite, home, message } = sending;
  const mail = writeInviteMail(messageOf({ kind: kindOf(delivery), invite, home, links }));
  let endTurn = (): void => undefined;
  let isOver = false;
  const beforeEnd = async (): Promise<void> => {
    endTurn = await turns.enter();
    // The connection may have been lost while the mail waited. Nobody else ends the turn then.
    if (isOver) return endTurn();
    // This process may have been frozen since it took the message.
    if (!(await renewClaim(message, new Date()))) throw new ClaimLost();
  };
  try {
    await mailer.send({ id: delivery.id, to: delivery.to, ...mail }, beforeEnd);
    await untilStored(async () => settleSent(sending, null));
  } finally {
    isOver = true;
    endTurn();
  }
}

/** How long a record is tried again while the store is away, in milliseconds. */
const storeAwayMs = 60_000;

/** Stores that a message is sent, as soon as the store is back: without the record it would be sent again. */
async function untilStored(store: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + storeAwayMs;
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (!isInfrastructureError(error) || performance.now() > giveUpAt) throw error;
    }
    await pause(100);
  }
}

async function sendText({ texts, links }: Carriers, sending: Sending): Promise<void> {
  const { delivery, invite, home } = sending;
  if (!texts) throw new MessageDelayed('carrier_unavailable', 'No telephony provider is configured.');
  const { text } = writeInviteText(messageOf({ kind: kindOf(delivery), invite, home, links }));
  const providerMessageId = await texts.send(invite, { id: delivery.id, to: delivery.to, text });
  await untilStored(async () => settleSent(sending, providerMessageId));
}

const isClaimLost = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ClaimLost) return true;
  return false;
};

/** Makes the sender of single messages. An error that it throws leaves the claim to run out. */
export function createSendMessage(carriers: Carriers): SendMessage {
  const { log, retry } = carriers;
  const turns = oneAtATime();
  return async (ctx, message) => {
    const sending = await loadSending(ctx, message);
    if (!sending) return removeMessage(message);
    const error = await whyNotSend(sending);
    if (error !== null) return settleMessage(sending, { name: 'fail', error });
    const dueAt = heldUntil(sending);
    if (dueAt) return putBack(message, { dueAt, isTry: false });
    try {
      if (message.channel === 'EMAIL') await sendMail(carriers, turns, sending);
      else await sendText(carriers, sending);
      return undefined;
    } catch (err) {
      if (isClaimLost(err))
        return log.warn({ message: message._id }, 'another process has taken the message');
      if (err instanceof MessageRefused) return settleRefused(sending, err);
      if (!(err instanceof MessageDelayed)) throw err;
      log.warn({ err, message: message._id, attempts: message.attempts + 1 }, 'a message is delayed');
      return settleDelayed(sending, err, retry);
    }
  };
}
