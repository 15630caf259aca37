import { requireVersion } from '@pas/platform/http/if-match';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { inviteTransitions, moveInvite } from '@pas/shared/invites/transitions';
import type { InviteRow } from '@pas/shared/models/invite';
import { clearRenewal } from './clear-renewals.ts';
import type { InviteName } from './dispatch.schema.ts';
import { auditedInvite } from '@pas/shared/invites/audited-invite';
import { loadInvite } from './load-invite.ts';
import { refuseAccepted } from './refuse-ended.ts';

interface Revocation {
  name: InviteName;
  /** The versions that the caller expects; null accepts any version. */
  ifMatch: readonly number[] | null;
}

/**
 * Ends a pending invite: its link stops working. An expired invite stays unchanged, but its request for a new
 * link is cleared.
 *
 * @throws not_found, precondition_failed, conflict (`invite_already_accepted`)
 */
export async function revokeInvite(ctx: OperationContext, { name, ifMatch }: Revocation): Promise<InviteRow> {
  return commit(ctx, async (change) => {
    const invite = await loadInvite(ctx, name, change.session);
    requireVersion(invite, ifMatch);
    refuseAccepted(invite);
    const { _id } = invite;
    const set = { revokedAt: ctx.now, renewalRequestedAt: null };
    const revoked =
      (await moveInvite(ctx, change, { name: 'revoke', invite: { _id }, set })) ??
      (invite.renewalRequestedAt ? await clearRenewal(ctx, change, _id) : null);
    if (!revoked) return invite;
    change.record({
      action: inviteTransitions.revoke.action,
      targets: [{ type: 'invite', id: _id }],
      propertyIds: [invite.propertyId],
      changes: fieldChanges(invite, revoked, auditedInvite),
    });
    return revoked;
  });
}
