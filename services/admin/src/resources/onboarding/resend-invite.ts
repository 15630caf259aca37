import { tenantNow } from '@pas/shared/context/tenant-now';
import { rateLimited } from '@pas/platform/errors/raise';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import { pendingKeyOf } from '@pas/shared/invites/new-invite';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { addDeliveries } from '@pas/shared/invites/queue-deliveries';
import { queueMessages } from '@pas/shared/invites/queue-messages';
import { inviteTransitions, moveInvite } from '@pas/shared/invites/transitions';
import { countMessages } from '@pas/shared/recipients/count-messages';
import type { Channel, InviteRow } from '@pas/shared/models/invite';
import { chooseChannels } from './choose-channels.ts';
import type { InviteName } from './dispatch.schema.ts';
import { endQueued } from './end-queued.ts';
import { auditedInvite } from '@pas/shared/invites/audited-invite';
import { loadInvite } from './load-invite.ts';
import { nextToken, type NewToken } from './next-token.ts';
import { plannedMessages } from '@pas/shared/invites/planned-messages';
import { refuseEnded } from './refuse-ended.ts';
import { resendsPerDay, resendWaitMs } from './resend-limit.ts';
import { reviveInvite } from './revive-invite.ts';

interface Resend {
  name: InviteName;
  /** Defaults to all channels with a contact. */
  channels: readonly Channel[] | undefined;
  /** Whether a pending invite gets a new token, too. */
  rotate: boolean;
}

const hourMs = 3_600_000;

/**
 * Sends an invite again with a fresh expiry. An expired one is reopened with a new token. With `rotate`, a
 * pending one also gets a new token, and the old link stops working.
 *
 * @throws not_found; invalid when it has no contact for a channel
 * @throws conflict when the invite was accepted, revoked or replaced, or its person lives in the unit
 * @throws rate_limited within a minute of the last resend, after five a day, or with
 * `recipient_limit_reached`
 */
export async function resendInvite(
  ctx: OperationContext,
  onboarding: OnboardingSettings,
  { name, channels, rotate }: Resend,
): Promise<InviteRow> {
  return commit(ctx, async (change) => {
    const invite = await loadInvite(ctx, name, change.session);
    refuseEnded(invite, ctx.now);
    const wanted = await chooseChannels(onboarding, invite, channels);
    const hasExpired = inviteStateAt(invite, ctx.now).status === 'EXPIRED';
    const lapsed = hasExpired ? await reviveInvite(ctx, change, invite) : null;
    refuseTooSoon(invite, ctx.now);
    const before = { ...invite, ...inviteStateAt(invite, ctx.now) };
    const renewed = {
      ...(rotate || hasExpired ? nextToken(onboarding.links, invite) : {}),
      expiresAt: new Date(tenantNow(ctx).getTime() + invite.ttlHours * hourMs),
    };
    const resent = await renew(ctx, change, { invite, renewed, channels: wanted });
    change.record({
      action: inviteTransitions.resend.action,
      targets: [invite, ...(lapsed ? [lapsed] : [])].map(({ _id: id }) => ({ type: 'invite', id })),
      alsoPlanned: plannedMessages(invite._id, wanted),
      propertyIds: [invite.propertyId],
      changes: fieldChanges(before, resent, auditedInvite),
    });
    return resent;
  });
}

/** @throws rate_limited */
function refuseTooSoon(invite: InviteRow, now: Date): void {
  const waitMs = resendWaitMs(invite.resends, now);
  if (waitMs === 0) return;
  const message = `An invite can be resent once a minute and ${resendsPerDay} times a day. Wait as long as Retry-After says.`;
  throw rateLimited(message, waitMs / 1000);
}

interface Renewal {
  invite: InviteRow;
  renewed: Partial<NewToken> & Pick<InviteRow, 'expiresAt'>;
  channels: readonly Channel[];
}

/**
 * Stores the renewed invite and its deliveries by one conditional write, and counts its messages. They replace those
 * whose tries have failed so far. An outage of the carrier then sends the invite once.
 */
async function renew(
  ctx: OperationContext,
  change: Change,
  { invite, renewed, channels }: Renewal,
): Promise<InviteRow> {
  const failing = invite.deliveries.filter(
    ({ channel, error }) => error !== null && channels.includes(channel),
  );
  await endQueued(ctx, change, { ...invite, deliveries: failing }, 'sent_again');
  const { added } = addDeliveries(ctx, { invite: { ...invite, ...renewed }, channels, isAgain: true });
  const resent = await moveInvite(ctx, change, {
    name: 'resend',
    invite: { _id: invite._id, tokenHash: invite.tokenHash },
    set: {
      ...renewed,
      pendingKey: pendingKeyOf(invite.unitId, invite.contactKey),
      renewalRequestedAt: null,
    },
    push: {
      deliveries: { $each: [...added] },
      resends: { $each: [{ at: ctx.now }], $slice: -resendsPerDay },
    },
    added,
  });
  if (!resent)
    throw new Error(`The invite ${invite._id} has changed within the transaction that resends it.`);
  await countMessages(ctx, change, added);
  await queueMessages(ctx, change, [{ invite, added }]);
  return resent;
}
