import type { OperationContext } from '@pas/shared/context/operation-context';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { isWithinReach } from '../users/load-user.ts';

/** Maximum invites to the contacts of one person. */
const maxInvites = 500;

/**
 * Finds the ids of the invites to a person: those to the present contacts, and those of the residences. Finds none for
 * a person out of the caller's reach.
 */
export async function findInvitesOf(ctx: OperationContext, userId: string): Promise<string[]> {
  const { tenantId } = ctx;
  const user = await UserModel.findOne({ _id: userId, tenantId, isLive: true }).lean<UserRow>();
  if (!user || !isWithinReach(ctx, user)) return [];
  const contactKeys = [user.emailKey, user.phone].filter((key) => key !== null);
  const invites = await InviteModel.find({ tenantId, contactKey: { $in: contactKeys } }, { _id: 1 })
    .limit(maxInvites)
    .lean<{ _id: string }[]>();
  const accepted = user.residences.flatMap(({ inviteId }) => inviteId ?? []);
  return [...new Set([...invites.map(({ _id }) => _id), ...accepted])];
}
