import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { InviteModel, type Delivery, type DeliveryStatus, type InviteRow } from '../models/invite.ts';

interface DeliveryTransition {
  from: readonly DeliveryStatus[];
  to: DeliveryStatus;
}

/** Transitions of a delivery, forward only. A delivery begins QUEUED, and nothing else sets its status. */
export const deliveryTransitions = {
  /** A later try follows. The reason is shown meanwhile. */
  delay: { from: ['QUEUED'], to: 'QUEUED' },
  send: { from: ['QUEUED'], to: 'SENT' },
  bounce: { from: ['QUEUED', 'SENT'], to: 'BOUNCED' },
  fail: { from: ['QUEUED'], to: 'FAILED' },
  /** The carrier has taken the message and could not deliver it. */
  reject: { from: ['QUEUED', 'SENT'], to: 'FAILED' },
  deliver: { from: ['QUEUED', 'SENT'], to: 'DELIVERED' },
} as const satisfies Record<string, DeliveryTransition>;

/** A transition of a delivery and its data. */
export interface DeliveryMove {
  name: keyof typeof deliveryTransitions;
  /** Code of the reason for a delay, bounce or failure. */
  error?: string;
  /** The carrier's id of the message. */
  providerMessageId?: string | null;
  /** When the next reminder is due after this message. */
  reminder?: Pick<InviteRow, 'remindFrom' | 'reminderDueAt'>;
}

interface MovedDelivery extends DeliveryMove {
  inviteId: string;
  deliveryId: Delivery['id'];
}

/**
 * Changes the state of a delivery inside a change; a delivery in another state stays as it is.
 *
 * @returns whether it was in a state from which this change is possible
 */
export async function moveDelivery(
  { tenantId, now }: OperationContext,
  { session }: Change,
  { name, inviteId, deliveryId, error, providerMessageId, reminder }: MovedDelivery,
): Promise<boolean> {
  const { from, to } = deliveryTransitions[name];
  const delivery = { id: deliveryId, status: { $in: from } };
  const isSent = name === 'send';
  const { matchedCount } = await InviteModel.updateOne(
    { _id: inviteId, tenantId, deliveries: { $elemMatch: delivery } },
    {
      $set: {
        'deliveries.$.status': to,
        'deliveries.$.error': error ?? null,
        'deliveries.$.at': now,
        ...(providerMessageId != null && { 'deliveries.$.providerMessageId': providerMessageId }),
        ...(isSent && { lastSentAt: now }),
        ...reminder,
      },
      ...(isSent && { $inc: { sendCount: 1 } }),
    },
    { session },
  );
  return matchedCount === 1;
}
