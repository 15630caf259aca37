import { errorLayers } from '@pas/platform/mongo/store-unavailable';
import { hasOptedOut } from '@pas/shared/consents/phone-consents';
import { isInfrastructureError } from '@pas/platform/events/retry-later';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import { MessageDelayed, MessageRefused } from './carrier-errors.ts';
import type { Carriers } from './carriers.ts';
import { claimInviteMessage } from './claim-invite-message.ts';
import { claimPassMessage } from './claim-pass-message.ts';
import type { ClaimedMessage, MessageContext } from './claimed-message.ts';
import { MailDeferred, type MailTurns } from './mail-turns.ts';
import { putBack, removeMessage } from './queued-messages.ts';
import { ClaimLost, sendMail } from './send-mail.ts';
import { settleDeferred, settleDelayed, settleMessage, settleRefused, settleSent } from './settle-message.ts';
import { untilStored } from './until-stored.ts';

/**
 * Sends one claimed message and stores its outcome.
 *
 * @param onStall is called when the carrier stays silent: the message's slot may go to another one
 */
export type SendMessage = (
  ctx: OperationContext,
  message: OutgoingMessageRow,
  onStall: () => void,
) => Promise<void>;

/** Loads the invite's or the pass's delivery that a message carries; null when it is no longer queued. */
async function loadClaimed(
  { links, passes }: Carriers,
  ctx: OperationContext,
  message: OutgoingMessageRow,
): Promise<ClaimedMessage | null> {
  return message.passId == null
    ? claimInviteMessage(ctx, message, links)
    : claimPassMessage(ctx, message, passes);
}

/** Returns the reason to skip a message; null to send it. */
async function findSkipReason({ delivery, ...claimed }: ClaimedMessage): Promise<string | null> {
  const reason = claimed.findSkipReason();
  if (reason !== null || delivery.channel === 'EMAIL') return reason;
  return (await hasOptedOut(delivery.to)) ? 'opted_out' : null;
}

async function sendText({ texts }: Carriers, sending: MessageContext): Promise<void> {
  const { ctx, delivery, propertyId, prepared } = sending;
  if (!texts) throw new MessageDelayed('carrier_unavailable', 'No telephony provider is configured.');
  const home = { tenantId: ctx.tenantId, propertyId };
  const text = { id: delivery.id, to: delivery.to, text: prepared.writeText() };
  const providerMessageId = await texts.send(home, text);
  await untilStored(async () => settleSent(sending, providerMessageId));
}

/** Finds an error of a class among an error and its causes: the mailer wraps errors of its hooks. */
const causeOf = <E extends Error>(error: unknown, type: new (...args: never[]) => E): E | null =>
  errorLayers(error).find((layer): layer is E => layer instanceof type) ?? null;

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
  const attempt = async (claimed: ClaimedMessage, onStall: () => void): Promise<void> => {
    const { message } = claimed;
    const error = await findSkipReason(claimed);
    if (error !== null) return settleMessage(claimed, { name: 'fail', error });
    const prepared = await claimed.prepare();
    const sending = { ...claimed, prepared };
    const dueAt = prepared.heldUntil;
    if (dueAt) return putBack(message, { dueAt, isTry: false });
    return message.channel === 'EMAIL'
      ? sendMail(carriers, sending, { turns, onStall })
      : sendText(carriers, sending);
  };
  return async (ctx, message, onStall) => {
    const claimed = await loadClaimed(carriers, ctx, message);
    if (!claimed) return removeMessage(message);
    return attempt(claimed, onStall).catch((err: unknown) => settleFailure(carriers, claimed, err));
  };
}
