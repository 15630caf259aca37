import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict, invalidAs } from '@pas/shared/errors/raise';
import { commit, type Change } from '@pas/shared/change/commit';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import type { Channel, InviteRow } from '@pas/shared/models/invite';
import type { InviteName } from './dispatch.schema.ts';
import { loadInvite } from './load-invite.ts';
import type { Onboarding } from '@pas/shared/invites/onboarding';
import { publishDispatch, queueDeliveries } from '@pas/shared/invites/queue-deliveries';
import { contactsOf, requireChannels } from '@pas/shared/invites/require-channels';

interface Dispatch {
  name: InviteName;
  /** All channels that the invite has a contact for, unless given. */
  channels: readonly Channel[] | undefined;
}

/**
 * Queues the invite's message on each channel. A delivery that is already queued or sent is not sent again. A worker
 * sends the message, and its crash loses none.
 *
 * @throws not_found, conflict when the invite is no longer pending, invalid when it has no contact for a channel
 */
export async function dispatchInvite(
  ctx: OperationContext,
  onboarding: Onboarding,
  { name, channels }: Dispatch,
): Promise<InviteRow> {
  return commit(ctx, async (change) => {
    const invite = await loadInvite(ctx, name, change.session);
    requirePending(invite, ctx.now);
    const wanted = channels ?? reachableBy(invite, onboarding);
    await requireChannels(onboarding, { path: 'channels', channels: wanted, contacts: contactsOf(invite) });
    return dispatchWithin(ctx, change, { invite, channels: wanted });
  });
}

/**
 * Judges the channels of a dispatch of which other fields have problems.
 *
 * @throws as `dispatchInvite`
 */
export async function checkDispatch(
  ctx: OperationContext,
  onboarding: Onboarding,
  { name, channels }: Dispatch,
): Promise<void> {
  const invite = await loadInvite(ctx, name);
  requirePending(invite, ctx.now);
  await requireChannels(onboarding, {
    path: 'channels',
    channels: channels ?? [],
    contacts: contactsOf(invite),
  });
}

/** Queues the message of a pending invite on channels that it has a contact for, within a change. */
export async function dispatchWithin(
  ctx: OperationContext,
  change: Change,
  request: { invite: InviteRow; channels: readonly Channel[] },
): Promise<InviteRow> {
  const queued = await queueDeliveries(ctx, change, request);
  const { invite, added } = queued;
  if (added.length === 0) return invite;
  publishDispatch(change, queued);
  const targets = [{ type: 'invite', id: invite._id }];
  change.record({ action: 'invite.dispatched', targets, propertyIds: [invite.propertyId] });
  return invite;
}

/** @throws conflict that says how the invite has ended */
function requirePending(invite: InviteRow, now: Date): void {
  const { status, expiredReason } = inviteStateAt(invite, now);
  if (status === 'PENDING') return;
  if (status === 'ACCEPTED')
    throw conflict('invite_already_accepted', 'The invite has been accepted; there is nothing to send.');
  if (expiredReason === 'TTL')
    throw conflict('invite_expired', 'The invite has expired. Resend it: that renews it.');
  if (expiredReason === 'REVOKED')
    throw conflict('invite_revoked', 'The invite was revoked. Create a new one.');
  throw conflict('invite_superseded', 'A newer invite or a residence has replaced this invite.');
}

function reachableBy(invite: InviteRow, { channels }: Onboarding): Channel[] {
  const contacts = contactsOf(invite);
  const reachable = channels.filter((channel) => contacts[channel] !== null);
  if (reachable.length > 0) return reachable;
  throw invalidAs(
    'contact_missing',
    'channels',
    'The invite has no contact to send to. Share its inviteUrl yourself.',
  );
}
