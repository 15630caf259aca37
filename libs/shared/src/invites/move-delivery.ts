import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { InviteModel, type DeliveryStatus } from '../models/invite.ts';

interface DeliveryTransition {
  from: readonly DeliveryStatus[];
  to: DeliveryStatus;
}

/** How the state of a delivery changes, only forward. It begins QUEUED; nothing else sets its status. */
const deliveryTransitions = {
  send: { from: ['QUEUED'], to: 'SENT' },
  fail: { from: ['QUEUED'], to: 'FAILED' },
} as const satisfies Record<string, DeliveryTransition>;

interface MovedDelivery {
  name: keyof typeof deliveryTransitions;
  inviteId: string;
  deliveryId: string;
  /** Why it has failed, as a code. */
  error?: string;
}

/** Changes the state of a delivery inside a change; a delivery in another state stays as it is. */
export async function moveDelivery(
  { tenantId, now }: OperationContext,
  { session }: Change,
  { name, inviteId, deliveryId, error }: MovedDelivery,
): Promise<void> {
  const { from, to } = deliveryTransitions[name];
  const delivery = { id: deliveryId, status: { $in: from } };
  const isSent = name === 'send';
  await InviteModel.updateOne(
    { _id: inviteId, tenantId, deliveries: { $elemMatch: delivery } },
    {
      $set: {
        'deliveries.$.status': to,
        'deliveries.$.error': error ?? null,
        'deliveries.$.at': now,
        ...(isSent && { lastSentAt: now }),
      },
      ...(isSent && { $inc: { sendCount: 1 } }),
    },
    { session },
  );
}
