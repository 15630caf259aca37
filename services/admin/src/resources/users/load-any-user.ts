import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';
import { requireReach } from './load-user.ts';

/**
 * Loads a live or deleted user. A deleted user keeps its values until their erasure.
 *
 * @throws not_found when there is no such user within the caller's reach
 */
export async function loadAnyUser(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<UserRow> {
  const user = await UserModel.findOne({ _id: id, tenantId: ctx.tenantId }).session(session).lean<UserRow>();
  if (!user) throw notFound();
  requireReach(ctx, user);
  return user;
}
