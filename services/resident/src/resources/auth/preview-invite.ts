import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { findPendingInvite } from '@pas/shared/invites/find-invite';
import { requireHost } from '@pas/shared/invites/require-host';
import { pendingAt } from '@pas/shared/invites/transitions';
import { requireActiveTenant } from '@pas/shared/tenants/require-active-tenant';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import type { InvitedHome } from '../invites/invite-preview.schema.ts';
import { loadInvitedHome } from '../invites/load-invited-home.ts';

/** Records that the link was opened, the first time only. Changes nothing that clients see. */
async function recordPreview(publicCtx: PublicContext, invite: InviteRow): Promise<void> {
  const ctx = withTenant(publicCtx, invite.tenantId);
  const unseen = { _id: invite._id, tenantId: ctx.tenantId, previewedAt: null, ...pendingAt(ctx) };
  await commit(ctx, async (change) => {
    const update = { $set: { previewedAt: ctx.now } };
    const previewed = await InviteModel.findOneAndUpdate(unseen, update, {
      session: change.session,
    }).lean<InviteRow>();
    if (!previewed) return;
    const { _id: inviteId, propertyId, unitId, version: aggregateVersion } = previewed;
    change.publish({
      type: 'pas.v1.onboarding.invite.previewed',
      subject: inviteId,
      data: { aggregateVersion, inviteId, propertyId, unitId },
    });
  });
}

/**
 * Shows an invite to a holder of its link. Mail scanners open links too, so reading does not accept or use up an
 * invite.
 *
 * @throws not_found for an unknown token, forbidden while its tenant is suspended
 * @throws gone for a dead invite, and for one whose host has left
 */
export async function previewInvite(ctx: PublicContext, token: string): Promise<InvitedHome> {
  const invite = await findPendingInvite(token, ctx.now);
  await requireActiveTenant(invite.tenantId);
  await requireHost(invite, ctx.now);
  const home = await loadInvitedHome(invite);
  if (invite.previewedAt === null) await recordPreview(ctx, invite);
  return home;
}
