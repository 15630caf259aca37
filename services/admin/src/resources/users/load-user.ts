import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import { isHeld } from '@pas/shared/residences/held-residence';

/** Whether a user has a current or future residence within the caller's reach; always true for an unrestricted caller. */
export const isWithinReach = (ctx: OperationContext, user: UserRow): boolean =>
  ctx.principal.propertyIds === null ||
  user.residences.some((residence) => mayAccessProperty(ctx, residence.propertyId) && isHeld(residence, ctx));

/** @throws not_found for a user without a current or future residence within the caller's reach */
export function requireReach(ctx: OperationContext, user: UserRow): void {
  if (!isWithinReach(ctx, user)) throw notFound();
}

/**
 * @throws not_found when there is no such live user, or none with a current or future residence within the
 * caller's reach
 */
export async function loadUser(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<UserRow> {
  const user = await UserModel.findOne({ _id: id, tenantId: ctx.tenantId, isLive: true })
    .session(session)
    .lean<UserRow>();
  if (!user || !isWithinReach(ctx, user)) throw notFound();
  return user;
}
