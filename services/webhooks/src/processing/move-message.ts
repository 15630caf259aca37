import { RetryLater } from '@pas/platform/events/retry-later';
import { commit } from '@pas/shared/change/commit';
import { moveDelivery, type DeliveryMove } from '@pas/shared/invites/move-delivery';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { receiptContext, type ReceiptOutcome, type ProcessingDependencies, type Receipt } from './receipt.ts';

/** A provider's report about a text. */
export interface MessageReport {
  /** The provider's id of the message. */
  messageId: string;
  name: Extract<DeliveryMove['name'], 'deliver' | 'bounce' | 'reject'>;
  error: string | null;
}

/** The time in which the sender may still store the id of a reported message, in milliseconds. */
const maxWaitMs = 5000;

async function findInvite(messageId: string): Promise<InviteRow | null> {
  return InviteModel.findOne({ 'deliveries.providerMessageId': messageId })
    .setOptions({ crossTenant: 'invite-by-message' })
    .lean<InviteRow>();
}

/**
 * Applies a provider's report to the delivery of an invite. A delivery moves only forward.
 *
 * @throws RetryLater while the sender may not have stored the message's id yet
 */
export async function moveMessage(
  processing: ProcessingDependencies,
  receipt: Receipt,
  { messageId, name, error }: MessageReport,
): Promise<ReceiptOutcome> {
  const invite = await findInvite(messageId);
  const delivery = invite?.deliveries.find(({ providerMessageId }) => providerMessageId === messageId);
  if (!invite || !delivery) {
    if (Date.now() - receipt.createdAt.getTime() > maxWaitMs) return 'IGNORED';
    throw new RetryLater('No message has this id yet.', { afterMs: 1000 });
  }
  const { _id: inviteId, tenantId, propertyId, unitId, version } = invite;
  const ctx = receiptContext(processing, receipt, tenantId);
  await commit(ctx, async (change) => {
    const move = { inviteId, deliveryId: delivery.id, name, ...(error !== null && { error }) };
    const isMoved = await moveDelivery(ctx, change, move);
    if (!isMoved || name !== 'deliver') return;
    change.publish({
      type: 'pas.v1.onboarding.invite.delivered',
      subject: inviteId,
      data: { aggregateVersion: version, inviteId, propertyId, unitId, deliveryId: delivery.id },
    });
  });
  return 'PROCESSED';
}
