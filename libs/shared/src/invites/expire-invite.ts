import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { InviteRow } from '../models/invite.ts';
import { moveInvite } from './transitions.ts';

/**
 * Stores within a change that a pending invite has run out. Readers compute it before; the event goes out here, once.
 *
 * @param invite its id, or the unit and contact that it is for
 * @returns the invite as it is then; null where it isn't pending any more, or has time left
 */
export async function expireInvite(
  ctx: OperationContext,
  change: Change,
  invite: Pick<InviteRow, '_id'> | { pendingKey: string },
): Promise<InviteRow | null> {
  return moveInvite(ctx, change, { name: 'expire', invite });
}
