import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { DeliveryMove } from '@pas/shared/invites/move-delivery';
import type { Delivery } from '@pas/shared/models/invite';
import type { OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import type { WrittenMail } from './invite-mail.ts';

/** Content of a message, and the effect of its sending. */
export interface PreparedMessage {
  /** The next hour at which it may be sent; null to send it now. */
  heldUntil: Date | null;
  writeMail: () => WrittenMail;
  writeText: () => string;
  /** Returns further fields of the delivery's move after the carrier has accepted the message. */
  afterSending: () => Promise<Pick<DeliveryMove, 'reminder'>>;
}

/** A claimed message with its delivery. Messages of invites and of passes differ in these functions only. */
export interface ClaimedMessage {
  ctx: OperationContext;
  message: OutgoingMessageRow;
  delivery: Pick<Delivery, 'id' | 'channel' | 'to' | 'error'> & Partial<Pick<Delivery, 'kind'>>;
  /** The property whose number sends a text. */
  propertyId: string;
  /** Returns the reason to skip the message; null to send it. */
  findSkipReason: () => string | null;
  /** Reads the rows that the message names. */
  prepare: () => Promise<PreparedMessage>;
  /** Moves the delivery within a change. */
  move: (ctx: OperationContext, change: Change, move: DeliveryMove) => Promise<unknown>;
}

/** A message with its content. */
export interface MessageContext extends ClaimedMessage {
  prepared: PreparedMessage;
}
