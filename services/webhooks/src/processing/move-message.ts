import { RetryLater } from '@pas/platform/events/retry-later';
import { movePassDelivery } from '@pas/shared/invites/move-pass-delivery';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { moveDelivery, type DeliveryMove } from '@pas/shared/invites/move-delivery';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { InviteModel, type Delivery, type InviteRow } from '@pas/shared/models/invite';
import { receiptContext, type ReceiptOutcome, type ProcessingDependencies, type Receipt } from './receipt.ts';

/** A provider's report about a text. */
export interface MessageReport {
  /** The provider's id of the message. */
  messageId: string;
  name: Extract<DeliveryMove['name'], 'deliver' | 'bounce' | 'reject'>;
  error: string | null;
}

/**
 * The time in which the sender may still store the id of a reported message, in milliseconds. A sender that died is
 * replaced after 15 s, and one without the store continues for a minute.
 */
const maxWaitMs = 90_000;

/** The waits for the id: short while the sender usually stores it, in milliseconds. */
const [shortWaitMs, longWaitMs, usuallyMs] = [1000, 20_000, 5000];

const withMessage = (messageId: string) => ({ 'deliveries.providerMessageId': messageId });

/** Returns the id of the delivery that a message carried. */
const deliveryIdOf = (
  row: { deliveries: Pick<Delivery, 'id' | 'providerMessageId'>[] } | null,
  messageId: string,
) => row?.deliveries.find(({ providerMessageId }) => providerMessageId === messageId)?.id;

/** Moves the delivery of an invite inside a change, and publishes the arrival of its message. */
async function moveInvite(
  ctx: OperationContext,
  invite: InviteRow,
  move: DeliveryMove & { deliveryId: string },
): Promise<void> {
  const { _id: inviteId, propertyId, unitId, version } = invite;
  await commit(ctx, async (change) => {
    const isMoved = await moveDelivery(ctx, change, { ...move, inviteId });
    if (!isMoved || move.name !== 'deliver') return;
    change.publish({
      type: 'pas.v1.onboarding.invite.delivered',
      subject: inviteId,
      data: { aggregateVersion: version, inviteId, propertyId, unitId, deliveryId: move.deliveryId },
    });
  });
}

/**
 * Applies a provider's report to the delivery of an invite or a pass. A delivery moves only forward.
 *
 * @throws RetryLater while the sender may not have stored the message's id yet
 */
export async function moveMessage(
  processing: ProcessingDependencies,
  receipt: Receipt,
  { messageId, name, error }: MessageReport,
): Promise<ReceiptOutcome> {
  const moveOf = (deliveryId: string) => ({ deliveryId, name, ...(error !== null && { error }) });
  const invite = await InviteModel.findOne(withMessage(messageId))
    .setOptions({ crossTenant: 'invite-by-message' })
    .lean<InviteRow>();
  const invited = deliveryIdOf(invite, messageId);
  if (invite && invited !== undefined) {
    await moveInvite(receiptContext(processing, receipt, invite.tenantId), invite, moveOf(invited));
    return 'PROCESSED';
  }
  const pass = await AccessPassModel.findOne(withMessage(messageId))
    .setOptions({ crossTenant: 'pass-by-message' })
    .lean<AccessPassRow>();
  const sent = deliveryIdOf(pass, messageId);
  if (pass && sent !== undefined) {
    const ctx = receiptContext(processing, receipt, pass.tenantId);
    await commit(ctx, async (change) => movePassDelivery(ctx, change, { ...moveOf(sent), passId: pass._id }));
    return 'PROCESSED';
  }
  const ageMs = Date.now() - receipt.createdAt.getTime();
  if (ageMs > maxWaitMs) return 'IGNORED';
  const afterMs = ageMs < usuallyMs ? shortWaitMs : longWaitMs;
  throw new RetryLater('No message has this id yet.', { afterMs });
}
