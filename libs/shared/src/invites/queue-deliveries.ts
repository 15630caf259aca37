import type { OperationContext } from '../context/operation-context.ts';
import type { Change } from '../change/commit.ts';
import { newId } from '../ids/id.ts';
import { InviteModel, type Channel, type Delivery, type InviteRow } from '../models/invite.ts';
import { queueMessages } from './queue-messages.ts';

interface QueueRequest {
  invite: InviteRow;
  /** Each has a contact and a carrier; see `requireChannels`. */
  channels: readonly Channel[];
  /** Whether to send again on a channel with an active delivery. */
  isAgain?: boolean;
}

export interface QueuedDeliveries {
  invite: InviteRow;
  /** Deliveries of this change; empty if every channel had an active one. */
  added: readonly Delivery[];
}

const hasFailed = ({ status }: Delivery): boolean => status === 'FAILED' || status === 'BOUNCED';

/** Whether a channel has an active delivery: queued, sent or delivered. */
export function isUnderWay({ deliveries, tokenVersion }: InviteRow, channel: Channel): boolean {
  return deliveries.some(
    (delivery) =>
      delivery.channel === channel && delivery.tokenVersion === tokenVersion && !hasFailed(delivery),
  );
}

/** Adds a queued delivery to an invite for each channel that has no active one. It stores nothing. */
export function addDeliveries(
  { now }: OperationContext,
  { invite, channels, isAgain = false }: QueueRequest,
): QueuedDeliveries {
  const contacts = { EMAIL: invite.inviteeEmail, SMS: invite.inviteePhone };
  const added = channels
    .filter((channel) => isAgain || !isUnderWay(invite, channel))
    .map((channel): Delivery => ({
      id: newId('delivery'),
      channel,
      kind: 'INVITE',
      to: contacts[channel] ?? '',
      status: 'QUEUED',
      error: null,
      providerMessageId: null,
      tokenVersion: invite.tokenVersion,
      at: now,
    }));
  return { invite: { ...invite, deliveries: [...invite.deliveries, ...added] }, added };
}

/** Adds deliveries to a stored invite and queues their messages, within a change. */
export async function queueDeliveries(
  ctx: OperationContext,
  change: Change,
  request: QueueRequest,
): Promise<QueuedDeliveries> {
  const queued = addDeliveries(ctx, request);
  const { invite, added } = queued;
  if (added.length > 0) {
    const filter = { _id: invite._id, tenantId: ctx.tenantId };
    await InviteModel.updateOne(
      filter,
      { $push: { deliveries: { $each: added } } },
      { session: change.session },
    );
    await queueMessages(ctx, change, [queued]);
  }
  return queued;
}

/** Publishes the event that wakes the senders. It contains neither token nor address. */
export function publishDispatch(change: Change, { invite, added }: QueuedDeliveries): void {
  if (added.length === 0) return;
  change.publish({
    type: 'pas.v1.onboarding.invite.dispatched',
    subject: invite._id,
    data: {
      aggregateVersion: invite.version,
      inviteId: invite._id,
      propertyId: invite.propertyId,
      unitId: invite.unitId,
      deliveries: added.map(({ id, channel }) => ({ id, channel })),
    },
  });
}
