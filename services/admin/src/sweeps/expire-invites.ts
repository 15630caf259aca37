import { commit } from '@pas/shared/change/commit';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { expireInvite } from '@pas/shared/invites/expire-invite';
import { inviteTransitions } from '@pas/shared/invites/transitions';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** Stores the expiry of pending invites, and publishes the event once. Reads already show it. */
export const expireInvites: Sweep = {
  name: 'invites that have expired',
  // An invite is valid for an hour at least.
  leadMs: 3_600_000,

  async findDue(now, limit, except) {
    const lapsed = await InviteModel.find(
      { status: 'PENDING', expiresAt: { $lte: now }, ...ofOtherTenants(except) },
      { tenantId: 1, expiresAt: 1 },
    )
      .setOptions({ crossTenant: 'expired-invites' })
      .sort({ expiresAt: 1 })
      .limit(limit)
      .lean<Pick<InviteRow, '_id' | 'tenantId' | 'expiresAt'>[]>();
    return lapsed.map(({ _id: id, tenantId, expiresAt: dueAt }) => ({ id, tenantId, dueAt }));
  },

  apply: async (ctx, id) =>
    commit(ctx, async (change) => {
      const lapsed = await expireInvite(ctx, change, { _id: id });
      if (!lapsed) return false;
      change.record({
        action: inviteTransitions.expire.action,
        targets: [{ type: 'invite', id }],
        changes: [{ path: 'status', before: 'PENDING', after: 'EXPIRED', isPersonal: false }],
        propertyIds: [lapsed.propertyId],
      });
      return true;
    }),
};
