import { tenantNow } from '../context/tenant-now.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { notFound } from '@pas/platform/errors/raise';
import type { Change } from '../change/commit.ts';
import { newId } from '../ids/id.ts';
import { supersedeInvites } from '../invites/end-invites.ts';
import { formerStateOf, inFormerState } from '../models/former.ts';
import type { InviteRow } from '../models/invite.ts';
import { awaitsSignUp, isCurrent, UserModel, type Residence, type UserRow } from '../models/user.ts';
import { UnitModel, type UnitRow } from '../models/unit.ts';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { nextDueAt } from './residence-times.ts';
import { publishResidenceEvent } from './publish-residence-event.ts';

export interface StartResidence {
  user: UserRow;
  unitId: string;
  role: Residence['role'];
  startsAt: Date;
  endsAt: Date | null;
  /** The invite of the person. It is not superseded with the others. */
  inviteId: string | null;
  /**
   * The contact key that the accepted invite has freed. While the invite was pending, no other pending one of the unit
   * could have this key. So only invites to other contacts are searched. Null if the invite had no pending key.
   */
  freedKey?: string | null;
  /**
   * State of the user's row in this change. `updated`: the change has already incremented the version, which it must
   * do once. `new`: the row is not stored yet, and is inserted with the residence.
   */
  userRow?: 'untouched' | 'updated' | 'new';
}

export interface StartedResidence {
  /** The user with the residence; unchanged if the user already lives in that unit at its start. */
  user: UserRow;
  unit: UnitRow;
  /** Null if the user already lives in that unit at its start. */
  residence: Residence | null;
  /** The other invites to the same person that end with it, as before the change. */
  superseded: readonly InviteRow[];
}

/**
 * Links a user to a unit within a change. It writes the residence and the unit's occupancy, and ends other invites to
 * the person. It publishes the start and end that have already passed. The sweeper applies a later start or end at
 * its time. The user is read again, because the caller's copy may be outdated. The residence makes a FORMER user
 * ACTIVE again, unless it has already ended.
 *
 * @throws not_found when the unit or the user is gone
 */
export async function startResidence(
  ctx: OperationContext,
  change: Change,
  input: StartResidence,
): Promise<StartedResidence> {
  const { unitId, role, startsAt, endsAt, inviteId } = input;
  const unit = await writeUnit(ctx, change, { unitId, isLivedIn: isCurrent(input, ctx) });
  const residence: Residence = {
    id: newId('residence'),
    unitId,
    propertyId: unit.propertyId,
    role,
    startsAt,
    endsAt,
    canceledAt: null,
    inviteId,
    dueAt: nextDueAt({ startsAt, endsAt }, ctx),
  };
  const saved = await saveResidence(ctx, change, { input, residence });
  const user = saved ?? (await loadUser(ctx, change, input.user._id));
  const superseded = await endOtherInvites(ctx, change, { input, user });
  if (!saved) return { user, unit, residence: null, superseded };
  const now = tenantNow(ctx);
  if (startsAt <= now) publishResidenceEvent(change, 'started', { user, residence });
  if (endsAt !== null && endsAt <= now) publishResidenceEvent(change, 'ended', { user, residence });
  return { user, unit, residence, superseded };
}

/** Ends other pending invites of the unit to a person. Those of a person who has not signed up yet stay. */
async function endOtherInvites(
  ctx: OperationContext,
  change: Change,
  { input, user }: { input: StartResidence; user: UserRow },
): Promise<InviteRow[]> {
  if (awaitsSignUp(user)) return [];
  const { unitId, inviteId, freedKey = null } = input;
  const keys = [user.emailKey, user.phone].filter((key) => key !== null);
  const contactKeys = keys.filter((key) => key !== freedKey);
  if (contactKeys.length === 0) return [];
  return supersedeInvites(ctx, change, { unitId, contactKeys, exceptInviteId: inviteId });
}

/**
 * Writes the unit, and sets OCCUPIED if a resident lives there now. The unit is always written, so that a concurrent
 * delete or change of its occupancy conflicts with this change. Returns the unit after it.
 */
async function writeUnit(
  { tenantId, now }: OperationContext,
  { session }: Change,
  { unitId, isLivedIn }: { unitId: string; isLivedIn: boolean },
): Promise<UnitRow> {
  const live = { _id: unitId, tenantId, isLive: true };
  const vacant = { ...live, occupancy: 'VACANT' as const };
  const occupy = {
    $set: { occupancy: 'OCCUPIED' as const, updatedAt: now },
    $inc: { version: 1, childrenEpoch: 1 },
  };
  const options = { session, returnDocument: 'after' } as const;
  const occupied = isLivedIn && (await UnitModel.findOneAndUpdate(vacant, occupy, options).lean<UnitRow>());
  if (occupied) return occupied;
  const touch = { $inc: { childrenEpoch: 1 } };
  const unit = await UnitModel.findOneAndUpdate(live, touch, options).lean<UnitRow>();
  if (!unit) throw notFound();
  return unit;
}

/** Stores the residence with its user. Returns null if the user lives in that unit at its start. */
async function saveResidence(
  ctx: OperationContext,
  change: Change,
  { input, residence }: { input: StartResidence; residence: Residence },
): Promise<UserRow | null> {
  const { user, userRow = 'untouched' } = input;
  if (userRow !== 'new') {
    const raise = userRow === 'untouched' ? 1 : 0;
    return addResidence(ctx, change, { userId: user._id, residence, raise });
  }
  const residences = [residence];
  const row = { ...user, residences, ...formerStateOf({ ...user, residences }, ctx.now) };
  await insertRows(UserModel, [row], change.session);
  return row;
}

/** Adds the residence by one conditional write. Returns null if the user already has one in that unit at its start. */
async function addResidence(
  ctx: OperationContext,
  change: Change,
  { userId, residence, raise }: { userId: string; residence: Residence; raise: number },
): Promise<UserRow | null> {
  const { unitId, startsAt } = residence;
  const user = await loadUser(ctx, change, userId);
  const living = {
    unitId,
    startsAt: { $lte: startsAt },
    $or: [{ endsAt: null }, { endsAt: { $gt: startsAt } }],
  };
  const filter = {
    _id: userId,
    tenantId: ctx.tenantId,
    isLive: true,
    ...inFormerState(user),
    residences: { $not: { $elemMatch: living } },
  };
  const residences = [...user.residences, residence];
  const update = {
    $push: { residences: residence },
    $set: { ...formerStateOf({ ...user, residences }, ctx.now), updatedAt: ctx.now },
    $inc: { version: raise },
  };
  const { session } = change;
  return UserModel.findOneAndUpdate(filter, update, { session, returnDocument: 'after' }).lean<UserRow>();
}

async function loadUser(ctx: OperationContext, { session }: Change, userId: string): Promise<UserRow> {
  const filter = { _id: userId, tenantId: ctx.tenantId, isLive: true };
  const user = await UserModel.findOne(filter).session(session).lean<UserRow>();
  if (!user) throw notFound();
  return user;
}
