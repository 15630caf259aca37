import { hasOptedOut } from '@pas/shared/consents/phone-consents';
import { isInfrastructureError } from '@pas/platform/events/retry-later';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ensureInviteTokenHashes } from '@pas/shared/invites/ensure-invite-token-hashes';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import type { OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import { MessageDelayed, MessageRefused } from './carrier-errors.ts';
import type { Carriers } from './carriers.ts';
import { loadOfferedHome, messageOf } from './invite-message.ts';
import { writeInviteText } from './invite-text.ts';
import { MailDeferred, type MailTurns } from './mail-turns.ts';
import { putBack, removeMessage } from './queued-messages.ts';
import { nextSendingTime } from './reminder-times.ts';
import { ClaimLost, sendMail } from './send-mail.ts';
import {
  settleDeferred,
  settleDelayed,
  settleMessage,
  settleRefused,
  settleSent,
  type ClaimedMessage,
  type MessageContext,
} from './settle-message.ts';
import { untilStored } from './until-stored.ts';

/**
 * Sends one claimed message and stores its outcome.
 *
 * @param onHang is called when the carrier stays silent: the message's slot may go to another one
 */
export type SendMessage = (
  ctx: OperationContext,
  message: OutgoingMessageRow,
  onHang: () => void,
) => Promise<void>;

/** Returns the reason to skip a message; null to send it. */
async function findSkipReason({ ctx, invite, delivery }: ClaimedMessage): Promise<string | null> {
  if (inviteStateAt(invite, ctx.now).status !== 'PENDING') return 'invite_not_pending';
  if (delivery.tokenVersion !== invite.tokenVersion) return 'token_replaced';
  return delivery.channel === 'SMS' && (await hasOptedOut(delivery.to)) ? 'opted_out' : null;
}

/** Returns the next sending hour for a late reminder; null when it may be sent now. */
function heldUntil({ ctx, delivery, home }: MessageContext): Date | null {
  if (delivery.kind === 'INVITE') return null;
  const at = nextSendingTime(ctx.now, home.property.timeZone);
  return at > ctx.now ? at : null;
}

async function loadClaimed(
  ctx: OperationContext,
  message: OutgoingMessageRow,
): Promise<ClaimedMessage | null> {
  const filter = { _id: message.inviteId, tenantId: ctx.tenantId };
  const invite = await InviteModel.findOne(filter).lean<InviteRow>();
  const delivery = invite?.deliveries.find(({ id }) => id === message._id);
  if (!invite || delivery?.status !== 'QUEUED') return null;
  return { ctx, message, invite, delivery };
}

async function sendText({ texts, links }: Carriers, sending: MessageContext): Promise<void> {
  const { delivery, invite, home } = sending;
  if (!texts) throw new MessageDelayed('carrier_unavailable', 'No telephony provider is configured.');
  const { text } = writeInviteText(messageOf({ kind: delivery.kind, invite, home, links }));
  const providerMessageId = await texts.send(invite, { id: delivery.id, to: delivery.to, text });
  await untilStored(async () => settleSent(sending, providerMessageId));
}

/** Finds an error of a class among an error and its causes: the mailer wraps errors of its hooks. */
function causeOf<E extends Error>(error: unknown, type: new (...args: never[]) => E): E | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof type) return cause;
  return null;
}

/** Any other error is counted as a failed try, so that each message ends. */
const asDelay = (err: unknown): MessageDelayed =>
  err instanceof MessageDelayed
    ? err
    : new MessageDelayed('internal_error', 'The message cannot be written or recorded.', { cause: err });

/**
 * Records why a message was not sent, or reschedules it.
 *
 * @throws the error while the store is unavailable
 */
async function settleFailure({ log, retry }: Carriers, claimed: ClaimedMessage, err: unknown): Promise<void> {
  const { message } = claimed;
  if (causeOf(err, ClaimLost))
    return log.warn({ message: message._id }, 'another process has taken the message');
  const held = causeOf(err, MailDeferred);
  if (held) return settleDeferred(claimed, held, retry);
  if (err instanceof MessageRefused) return settleRefused(claimed, err);
  if (!(err instanceof MessageDelayed) && isInfrastructureError(err)) throw err;
  log.warn({ err, message: message._id, attempts: message.attempts + 1 }, 'a message is delayed');
  return settleDelayed(claimed, asDelay(err), retry);
}

/** Creates the sender of single messages. If it throws, the claim expires. */
export function createSendMessage(carriers: Carriers, turns: MailTurns): SendMessage {
  const attempt = async (claimed: ClaimedMessage, onHang: () => void): Promise<void> => {
    const { ctx, message } = claimed;
    const error = await findSkipReason(claimed);
    if (error !== null) return settleMessage(claimed, { name: 'fail', error });
    const [invite = claimed.invite] = await ensureInviteTokenHashes(ctx, carriers.links, [claimed.invite]);
    const sending = { ...claimed, invite, home: await loadOfferedHome(invite) };
    const dueAt = heldUntil(sending);
    if (dueAt) return putBack(message, { dueAt, isTry: false });
    return message.channel === 'EMAIL'
      ? sendMail(carriers, sending, { turns, onHang })
      : sendText(carriers, sending);
  };
  return async (ctx, message, onHang) => {
    const claimed = await loadClaimed(ctx, message);
    if (!claimed) return removeMessage(message);
    return attempt(claimed, onHang).catch((err: unknown) => settleFailure(carriers, claimed, err));
  };
}
