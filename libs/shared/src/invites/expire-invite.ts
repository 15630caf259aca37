import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { InviteRow } from '../models/invite.ts';
import { moveInvite } from './transitions.ts';

/**
 * Stores within a change that a pending invite has expired. Reads compute this before; the event is published here,
 * once.
 *
 * @param invite its id, or the unit and contact that it is for
 * @returns the invite as it is then; null if it is no longer pending, or has not expired
 */
export async function expireInvite(
  ctx: OperationContext,
  change: Change,
  invite: Pick<InviteRow, '_id'> | { pendingKey: string },
): Promise<InviteRow | null> {
  return moveInvite(ctx, change, { name: 'expire', invite });
}
