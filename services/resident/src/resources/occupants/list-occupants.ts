import type { Page } from '@pas/platform/http/page';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { pendingAt } from '@pas/shared/invites/transitions';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { heldResidence, isHeld } from '@pas/shared/residences/held-residence';
import type { ClientSession } from 'mongoose';
import { loadOwnHousehold } from './own-household.ts';

/** A current or invited occupant of a unit. */
export interface ListedOccupant {
  userId: string | null;
  inviteId: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  status: 'CURRENT' | 'PENDING';
  since: Date;
  expiresAt: Date | null;
}

/** Occupants of a unit: current ones, future ones and invites. */
export interface Occupants {
  residents: UserRow[];
  invites: InviteRow[];
}

/** Reads the occupants of a unit by two statements. */
export async function findOccupants(
  ctx: OperationContext,
  unitId: string,
  session: ClientSession | null = null,
): Promise<Occupants> {
  const { tenantId } = ctx;
  const residences = heldResidence({ unitId, role: 'OCCUPANT' }, ctx);
  const residents = await UserModel.find({ tenantId, isLive: true, residences })
    .session(session)
    .lean<UserRow[]>();
  const invites = await InviteModel.find({
    tenantId,
    unitId,
    role: 'OCCUPANT',
    ...pendingAt(ctx),
  })
    .session(session)
    .lean<InviteRow[]>();
  return { residents, invites };
}

const nameOf = ({ firstName, lastName }: UserRow): string | null =>
  [firstName, lastName].filter((part) => part !== null).join(' ') || null;

function listResident(ctx: OperationContext, unitId: string, user: UserRow): ListedOccupant {
  const held = user.residences.find(
    (residence) => residence.unitId === unitId && residence.role === 'OCCUPANT' && isHeld(residence, ctx),
  );
  const hidden = { email: null, phone: null, inviteId: null, expiresAt: null };
  const since = held?.startsAt ?? user.createdAt;
  return { ...hidden, userId: user._id, name: nameOf(user), status: 'CURRENT', since };
}

function listInvited(ctx: OperationContext, invite: InviteRow): ListedOccupant {
  const isOwn = invite.createdBy.id === ctx.principal.id;
  return {
    userId: null,
    inviteId: invite._id,
    name: invite.inviteeName,
    email: isOwn ? invite.inviteeEmail : null,
    phone: isOwn ? invite.inviteePhone : null,
    status: 'PENDING',
    since: invite.createdAt,
    expiresAt: invite.expiresAt,
  };
}

/** Compares occupants by the time since which they are there, and then by id, in a direction. */
function inOrder(direction: 1 | -1): (a: ListedOccupant, b: ListedOccupant) => number {
  const idOf = ({ userId, inviteId }: ListedOccupant): string => userId ?? inviteId ?? '';
  return (a, b) => direction * (a.since.getTime() - b.since.getTime() || (idOf(a) < idOf(b) ? -1 : 1));
}

/**
 * Lists the occupants of the signed-in resident's unit, by default newest first. Reads all of them for each page, since
 * a unit has few.
 *
 * @throws as `loadOwnHousehold`
 */
export async function listOccupants(
  ctx: OperationContext,
  unitId: string,
  { limit, offset, sort }: Page,
): Promise<{ rows: ListedOccupant[]; total: number; limit: number; offset: number }> {
  await loadOwnHousehold(ctx, unitId);
  const { residents, invites } = await findOccupants(ctx, unitId);
  const all = [
    ...residents.map((user) => listResident(ctx, unitId, user)),
    ...invites.map((invite) => listInvited(ctx, invite)),
  ].toSorted(inOrder(sort[0]?.direction ?? -1));
  return { rows: all.slice(offset, offset + limit), total: all.length, limit, offset };
}
