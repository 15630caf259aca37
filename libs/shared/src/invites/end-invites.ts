import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { moveInvite, pendingAt } from './transitions.ts';

/**
 * Ends pending invites of a unit one by one, so that each publishes its event. Returns the invites before the change.
 */
async function endAll(
  ctx: OperationContext,
  change: Change,
  { filter, name }: { filter: object; name: 'supersede' | 'revoke' },
): Promise<InviteRow[]> {
  const pending = { tenantId: ctx.tenantId, ...filter, ...pendingAt(ctx) };
  const invites = await InviteModel.find(pending).session(change.session).lean<InviteRow[]>();
  const set = name === 'revoke' ? { revokedAt: ctx.now } : {};
  for (const { _id } of invites) await moveInvite(ctx, change, { name, invite: { _id }, set });
  return invites;
}

export interface SupersedeInvites {
  unitId: string;
  /** The comparable e-mail and phone of the person. */
  contactKeys: readonly string[];
  /** The invite that the person has used. */
  exceptInviteId: string | null;
}

/**
 * Ends the pending invites of a unit to a contact who gets a residence otherwise, in the same change.
 *
 * @returns the invites as they were
 */
export async function supersedeInvites(
  ctx: OperationContext,
  change: Change,
  { unitId, contactKeys, exceptInviteId }: SupersedeInvites,
): Promise<InviteRow[]> {
  const others = exceptInviteId !== null && { _id: { $ne: exceptInviteId } };
  const filter = { unitId, contactKey: { $in: [...contactKeys] }, ...others };
  return endAll(ctx, change, { filter, name: 'supersede' });
}

/**
 * Ends the pending invites of a deleted unit, in the change of the delete.
 *
 * @returns the invites as they were
 */
export async function revokeInvitesOfUnit(
  ctx: OperationContext,
  change: Change,
  unitId: string,
): Promise<InviteRow[]> {
  return endAll(ctx, change, { filter: { unitId }, name: 'revoke' });
}
