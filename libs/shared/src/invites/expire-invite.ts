import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { InviteRow } from '../models/invite.ts';
import { moveInvite } from './transitions.ts';

/**
 * Stores, within a change, that a pending invite has expired, and publishes the event once. Reads compute the expiry
 * before.
 *
 * @param invite its id, or its unit and contact
 * @returns the invite after the change; null if it is no longer pending, or has not expired
 */
export async function expireInvite(
  ctx: OperationContext,
  change: Change,
  invite: Pick<InviteRow, '_id'> | { pendingKey: string },
): Promise<InviteRow | null> {
  return moveInvite(ctx, change, { name: 'expire', invite });
}
