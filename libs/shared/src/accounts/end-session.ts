import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '../context/operation-context.ts';
import { commit } from '../change/commit.ts';
import { SessionModel, type SessionRow } from '../models/session.ts';
import type { QueryFilter } from 'mongoose';
import { residentActor } from './resident-actor.ts';

const system = { type: 'SYSTEM', id: null, name: 'System' } as const;

/**
 * Ends one open session. Its refresh token becomes invalid, and the gateway refuses its Core JWT within a second.
 *
 * @param filter a unique field that identifies the session
 * @param reason `token_reused` when an old refresh token was sent, which is probably a copy
 * @returns whether an open session was found
 */
export async function endSession(
  publicCtx: PublicContext,
  filter: QueryFilter<SessionRow>,
  reason: 'signed_out' | 'token_reused' = 'signed_out',
): Promise<boolean> {
  const session = await SessionModel.findOne({ ...filter, revokedAt: null }).lean<SessionRow>();
  if (!session) return false;
  const { _id, userId, tenantId } = session;
  return commit(withTenant(publicCtx, tenantId), async (change) => {
    const ended = await SessionModel.updateOne(
      { _id, revokedAt: null },
      { $set: { revokedAt: publicCtx.now } },
      { session: change.session },
    );
    if (ended.matchedCount === 0) return false;
    change.record({
      action: 'session.ended',
      actor: reason === 'signed_out' ? residentActor(userId) : system,
      changes:
        reason === 'signed_out' ? [] : [{ path: 'reason', before: null, after: reason, isPersonal: false }],
      targets: [
        { type: 'session', id: _id },
        { type: 'user', id: userId },
      ],
    });
    return true;
  });
}
