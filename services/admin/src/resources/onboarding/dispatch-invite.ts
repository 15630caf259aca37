import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import type { Channel, InviteRow } from '@pas/shared/models/invite';
import { chooseChannels } from './choose-channels.ts';
import type { InviteName } from './dispatch.schema.ts';
import { loadInvite } from './load-invite.ts';
import { requirePending } from './refuse-ended.ts';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { countMessages } from '@pas/shared/recipients/count-messages';
import { plannedMessages } from '@pas/shared/invites/planned-messages';
import { publishDispatch, queueDeliveries } from '@pas/shared/invites/queue-deliveries';

interface Dispatch {
  name: InviteName;
  /** Defaults to all channels with a contact. */
  channels: readonly Channel[] | undefined;
}

/**
 * Queues the invite's message on each channel, unless a delivery is queued or sent already. A worker sends
 * the message; a crash loses none.
 *
 * @throws not_found, conflict when the invite is no longer pending
 * @throws invalid when it has no contact for a channel, rate_limited (`recipient_limit_reached`)
 */
export async function dispatchInvite(
  ctx: OperationContext,
  onboarding: OnboardingSettings,
  { name, channels }: Dispatch,
): Promise<InviteRow> {
  return commit(ctx, async (change) => {
    const invite = await loadInvite(ctx, name, change.session);
    requirePending(invite, ctx.now);
    const wanted = await chooseChannels(onboarding, invite, channels);
    return dispatchWithin(ctx, change, { invite, channels: wanted });
  });
}

/**
 * Queues the message of a pending invite within a change, on channels that have a contact.
 *
 * @throws rate_limited (`recipient_limit_reached`)
 */
export async function dispatchWithin(
  ctx: OperationContext,
  change: Change,
  request: { invite: InviteRow; channels: readonly Channel[] },
): Promise<InviteRow> {
  const queued = await queueDeliveries(ctx, change, request);
  const { invite, added } = queued;
  if (added.length === 0) return invite;
  await countMessages(ctx, change, added);
  publishDispatch(change, queued);
  const targets = [{ type: 'invite', id: invite._id }];
  const alsoPlanned = plannedMessages(
    invite._id,
    added.map(({ channel }) => channel),
  );
  change.record({ action: 'invite.dispatched', targets, alsoPlanned, propertyIds: [invite.propertyId] });
  return invite;
}
