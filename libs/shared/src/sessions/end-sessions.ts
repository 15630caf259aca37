import type { OperationContext } from '../context/operation-context.ts';
import type { Change } from '../change/commit.ts';
import { SessionModel, type SessionRow } from '../models/session.ts';
import type { ClientSession } from 'mongoose';

const openSessionsOf = (ctx: OperationContext, userId: string) => ({
  userId,
  tenantId: ctx.tenantId,
  revokedAt: null,
  idleExpiresAt: { $gt: ctx.now },
});

/** Returns the ids of a user's open sessions. */
export async function findOpenSessions(
  ctx: OperationContext,
  userId: string,
  session: ClientSession | null,
): Promise<string[]> {
  const rows = await SessionModel.find(openSessionsOf(ctx, userId), { _id: 1 })
    .session(session)
    .sort({ _id: 1 })
    .lean<SessionRow[]>();
  return rows.map(({ _id }) => _id);
}

/**
 * Ends all sessions of a user within a change. Their refresh tokens become invalid. The gateway watches the change
 * and refuses their Core JWTs.
 *
 * @returns the ids of the ended sessions
 */
export async function endSessions(
  ctx: OperationContext,
  { session }: Change,
  userId: string,
): Promise<string[]> {
  const ids = await findOpenSessions(ctx, userId, session);
  if (ids.length === 0) return ids;
  const update = { $set: { revokedAt: ctx.now } };
  await SessionModel.updateMany({ _id: { $in: ids }, revokedAt: null }, update, { session });
  return ids;
}
