import { Fault } from '@pas/platform/errors/fault';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { expireInvite } from '@pas/shared/invites/expire-invite';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import { pendingKeyOf } from '@pas/shared/invites/new-invite';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { refuseResident } from '@pas/shared/residences/refuse-resident';

/**
 * Prepares an expired invite to be pending again, within the change that reopens it. An end that is not yet
 * stored is stored first, so that its event is published once. Meanwhile the unit may have been deleted, and
 * the person may have moved in or got another invite.
 *
 * @returns another invite of the same person and unit whose end was stored; null without one
 * @throws conflict (`invite_superseded`, `already_resident`, `invite_revoked`)
 */
export async function reviveInvite(
  ctx: OperationContext,
  change: Change,
  invite: InviteRow,
): Promise<InviteRow | null> {
  if (invite.status === 'PENDING') await expireInvite(ctx, change, invite);
  const { unitId, inviteeEmail: email, inviteePhone: phone, contactKey } = invite;
  await refuseResident(ctx, change, { unitId, invitee: { email, phone } });
  await fenceUnit(ctx, change, unitId);
  const pendingKey = pendingKeyOf(unitId, contactKey);
  return pendingKey === null ? null : makeRoom(ctx, change, { _id: invite._id, pendingKey });
}

async function fenceUnit({ tenantId }: OperationContext, { transaction }: Change, id: string): Promise<void> {
  try {
    await fenceParent(transaction, { kind: 'unit', tenantId, id });
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'not_found') throw error;
    throw conflict('invite_revoked', 'The unit of the invite was deleted. Create an invite to another unit.');
  }
}

/** Stores the end of another, expired invite with the same key; a pending one is a conflict. */
async function makeRoom(
  ctx: OperationContext,
  change: Change,
  { _id, pendingKey }: { _id: string; pendingKey: string },
): Promise<InviteRow | null> {
  const filter = { tenantId: ctx.tenantId, pendingKey };
  const other = await InviteModel.findOne(filter).session(change.session).lean<InviteRow>();
  if (!other || other._id === _id) return null;
  if (inviteStateAt(other, ctx.now).status === 'PENDING')
    throw conflict(
      'invite_superseded',
      'The person has a newer pending invite to this unit. Resend that one.',
    );
  return expireInvite(ctx, change, other);
}
