import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict, invalidAs } from '@pas/shared/errors/raise';
import { commit } from '@pas/shared/change/commit';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import type { Channel, InviteRow } from '@pas/shared/models/invite';
import type { InviteName } from './invite.schema.ts';
import { loadInvite } from './load-invite.ts';
import type { Onboarding } from '@pas/shared/invites/onboarding';
import { publishDispatch, queueDeliveries } from '@pas/shared/invites/queue-deliveries';
import { requireContact } from './read-invitee.ts';

interface Dispatch {
  name: InviteName;
  /** All channels that the invite has a contact for, unless given. */
  channels: readonly Channel[] | undefined;
}

/**
 * Queues the invite's message on each channel. What is queued or sent already is not sent again; the delivery itself
 * follows in a worker, and survives its crash.
 *
 * @throws not_found, conflict when the invite is over, invalid when it has no contact for a channel
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
    requireContact(wanted, { EMAIL: invite.inviteeEmail, SMS: invite.inviteePhone });
    const queued = await queueDeliveries(ctx, change, { invite, channels: wanted, onboarding });
    if (queued.added.length === 0) return invite;
    publishDispatch(change, queued);
    const targets = [{ type: 'invite', id: invite._id }];
    change.record({ action: 'invite.dispatched', targets, propertyIds: [invite.propertyId] });
    return queued.invite;
  });
}

/** @throws conflict that says how the invite has ended */
function requirePending(invite: InviteRow, now: Date): void {
  const { status, expiredReason } = inviteStateAt(invite, now);
  if (status === 'PENDING') return;
  if (status === 'ACCEPTED')
    throw conflict('invite_already_accepted', 'The invite has been accepted; there is nothing to send.');
  if (expiredReason === 'TTL')
    throw conflict('invite_expired', 'The invite has expired. Resend it, which renews it.');
  if (expiredReason === 'REVOKED')
    throw conflict('invite_revoked', 'The invite was revoked. Create a new one.');
  throw conflict('invite_superseded', 'A newer invite or a residence has taken this one’s place.');
}

function reachableBy({ inviteeEmail, inviteePhone }: InviteRow, { channels }: Onboarding): Channel[] {
  const contacts = { EMAIL: inviteeEmail, SMS: inviteePhone };
  const reachable = channels.filter((channel) => contacts[channel] !== null);
  if (reachable.length > 0) return reachable;
  throw invalidAs(
    'contact_missing',
    'channels',
    'The invite has no contact to send to. Share its inviteUrl yourself.',
  );
}
