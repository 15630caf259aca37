import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { awaitsSignUp, type UserRow } from '../models/user.ts';
import { moveInvite, pendingAt } from './transitions.ts';

/** Finds the pending invites of a unit; there are few. */
async function findPending(
  ctx: OperationContext,
  { session }: Change,
  filter: { unitId: string | { $in: string[] } },
): Promise<InviteRow[]> {
  const pending = { tenantId: ctx.tenantId, ...filter, ...pendingAt(ctx) };
  return InviteModel.find(pending).session(session).lean<InviteRow[]>();
}

/** Ends pending invites one by one, so that each publishes its event. Returns them as they were. */
async function endAll(
  ctx: OperationContext,
  change: Change,
  { invites, name }: { invites: InviteRow[]; name: 'supersede' | 'revoke' },
): Promise<InviteRow[]> {
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
 * Ends the pending invites of a unit to a person who gets a residence there. It does so in the same change.
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
  return endAll(ctx, change, { invites: await findPending(ctx, change, filter), name: 'supersede' });
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
  return endAll(ctx, change, { invites: await findPending(ctx, change, { unitId }), name: 'revoke' });
}

/** A person who leaves a unit. */
export interface Leaver {
  /** The person as before the change. */
  user: UserRow;
  unitId: string;
}

/** Whether an invite depends on the person: they made it, or have never signed up and would return by it. */
function dependsOn({ createdBy, contactKey }: InviteRow, user: UserRow): boolean {
  if (createdBy.type === 'RESIDENT' && createdBy.id === user._id) return true;
  return contactKey !== null && awaitsSignUp(user) && [user.emailKey, user.phone].includes(contactKey);
}

/**
 * Ends the pending invites that depend on people who leave their units, in the same change. Otherwise somebody could
 * move in by them afterwards.
 *
 * @returns the audit targets of the invites, by user
 */
export async function revokeInvitesOfLeavers(
  ctx: OperationContext,
  change: Change,
  leavers: readonly Leaver[],
): Promise<ReadonlyMap<string, readonly { type: string; id: string }[]>> {
  if (leavers.length === 0) return new Map();
  const unitIds = [...new Set(leavers.map(({ unitId }) => unitId))];
  const [only = '', ...more] = unitIds;
  const pending = await findPending(ctx, change, { unitId: more.length === 0 ? only : { $in: unitIds } });
  const leaverOf = (invite: InviteRow): UserRow | undefined =>
    leavers.find(({ user, unitId }) => unitId === invite.unitId && dependsOn(invite, user))?.user;
  const invites = pending.filter((invite) => leaverOf(invite) !== undefined);
  const ended = await endAll(ctx, change, { invites, name: 'revoke' });
  const byUser = Map.groupBy(ended, (invite) => leaverOf(invite)?._id ?? '');
  return new Map([...byUser].map(([id, own]) => [id, own.map(({ _id }) => ({ type: 'invite', id: _id }))]));
}
