import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { SessionModel, type SessionRow } from '../models/session.ts';

/** The sessions of an account, without one that stays open. */
interface EndedSessions {
  accountId: string;
  keepSessionId?: string | null;
}

/**
 * Ends sessions of an account, at all tenants.
 *
 * @returns the ids of the ended sessions at the tenant of the context
 */
export async function endSessions(
  { now, tenantId }: OperationContext,
  { session }: Change,
  { accountId, keepSessionId = null }: EndedSessions,
): Promise<string[]> {
  const open = { accountId, revokedAt: null, ...(keepSessionId !== null && { _id: { $ne: keepSessionId } }) };
  const ended = await SessionModel.find(open, { _id: 1, tenantId: 1 }).session(session).lean<SessionRow[]>();
  await SessionModel.updateMany(open, { $set: { revokedAt: now } }, { session });
  return ended.filter((row) => row.tenantId === tenantId).map(({ _id }) => _id);
}
