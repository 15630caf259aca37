import type { OperationContext } from '../context/operation-context.ts';
import { notFound } from '../errors/raise.ts';
import type { Change } from '../events/commit.ts';
import { newId } from '../ids/id.ts';
import { supersedeInvites } from '../invites/supersede-invites.ts';
import { isCurrent, UserModel, type Residence, type UserRow } from '../models/user.ts';
import { UnitModel, type UnitRow } from '../models/unit.ts';

export interface StartResidence {
  user: UserRow;
  unitId: string;
  role: Residence['role'];
  startsAt: Date;
  endsAt: Date | null;
  inviteId: string | null;
}

/**
 * Ties a user to a unit: the residence, the unit's occupancy, the end of other invites to the same person, and the
 * event, all inside one change.
 *
 * @returns the user with the residence; unchanged where the user lives in that unit already
 * @throws not_found when the unit is gone
 */
export async function startResidence(
  ctx: OperationContext,
  change: Change,
  input: StartResidence,
): Promise<UserRow> {
  const { user } = input;
  const unit = await occupyUnit(ctx, change, input.unitId);
  if (user.residences.some((residence) => residence.unitId === unit._id && isCurrent(residence, ctx.now)))
    return user;
  const residence: Residence = {
    id: newId('residence'),
    unitId: unit._id,
    propertyId: unit.propertyId,
    role: input.role,
    startsAt: input.startsAt,
    endsAt: input.endsAt,
    inviteId: input.inviteId,
  };
  const version = user.version + 1;
  await UserModel.updateOne(
    { _id: user._id, tenantId: ctx.tenantId },
    { $push: { residences: residence }, $set: { version, updatedAt: ctx.now } },
    { session: change.session },
  );
  const contactKeys = [user.emailKey, user.phone].filter((key) => key !== null);
  await supersedeInvites(ctx, change, { unitId: unit._id, contactKeys });
  const { id: residenceId, inviteId, propertyId, unitId } = residence;
  change.publish({
    type: 'pas.v1.onboarding.residence.started',
    subject: residenceId,
    data: { aggregateVersion: version, userId: user._id, residenceId, propertyId, unitId, inviteId },
  });
  return { ...user, residences: [...user.residences, residence], version, updatedAt: ctx.now };
}

/** Marks a unit as lived in, and keeps it from being deleted by anybody who hasn't seen the new residence. */
async function occupyUnit(ctx: OperationContext, { session }: Change, unitId: string): Promise<UnitRow> {
  const filter = { _id: unitId, tenantId: ctx.tenantId, isLive: true };
  const touched = await UnitModel.findOneAndUpdate(
    filter,
    { $inc: { childrenEpoch: 1 } },
    { session },
  ).lean<UnitRow>();
  if (!touched) throw notFound();
  if (touched.occupancy === 'VACANT') {
    const occupied = { $set: { occupancy: 'OCCUPIED', updatedAt: ctx.now }, $inc: { version: 1 } };
    await UnitModel.updateOne(filter, occupied, { session });
  }
  return touched;
}
