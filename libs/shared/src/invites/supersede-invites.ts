import type { OperationContext } from '../context/operation-context.ts';
import type { Change } from '../change/commit.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { pendingAt } from './invite-state.ts';

export interface SupersedeInvites {
  unitId: string;
  /** The comparable e-mail and phone of the person. */
  contactKeys: readonly string[];
  /** The invite that the person has come by. */
  exceptInviteId: string | null;
}

/**
 * Ends the pending invites of a unit whose contact has just got a residence there another way, in that same change.
 *
 * @returns the invites as they were
 */
export async function supersedeInvites(
  ctx: OperationContext,
  change: Change,
  { unitId, contactKeys, exceptInviteId }: SupersedeInvites,
): Promise<InviteRow[]> {
  const filter = {
    tenantId: ctx.tenantId,
    unitId,
    contactKey: { $in: [...contactKeys] },
    ...(exceptInviteId !== null && { _id: { $ne: exceptInviteId } }),
    ...pendingAt(ctx.now),
  };
  const superseded = await InviteModel.find(filter).session(change.session).lean<InviteRow[]>();
  for (const invite of superseded) {
    await InviteModel.updateOne(
      { _id: invite._id, tenantId: ctx.tenantId },
      {
        $set: { status: 'EXPIRED', expiredReason: 'SUPERSEDED', pendingKey: null, updatedAt: ctx.now },
        $inc: { version: 1 },
      },
      { session: change.session },
    );
    change.publish({
      type: 'pas.v1.onboarding.invite.expired',
      subject: invite._id,
      data: {
        aggregateVersion: invite.version + 1,
        inviteId: invite._id,
        propertyId: invite.propertyId,
        unitId: invite.unitId,
        reason: 'SUPERSEDED',
      },
    });
  }
  return superseded;
}
