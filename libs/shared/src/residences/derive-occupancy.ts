import type { OperationContext } from '../context/operation-context.ts';
import type { Change } from '../change/commit.ts';
import { UnitModel, type UnitRow } from '../models/unit.ts';
import { currentResidenceOf, UserModel } from '../models/user.ts';
import type { ClientSession } from 'mongoose';

type Occupancy = UnitRow['occupancy'];

/** Returns the occupancy of a unit at a moment. It ignores the person `exceptUserId`. */
export async function occupancyAt(
  ctx: OperationContext,
  { unitId, at, exceptUserId }: { unitId: string; at: Date; exceptUserId?: string },
  session: ClientSession | null,
): Promise<Occupancy> {
  const ofOthers = exceptUserId === undefined ? {} : { _id: { $ne: exceptUserId } };
  const residences = currentResidenceOf(unitId, { tenantId: ctx.tenantId, now: at });
  const resident = await UserModel.findOne(
    { tenantId: ctx.tenantId, isLive: true, residences, ...ofOthers },
    { _id: 1 },
  )
    .session(session)
    .lean();
  return resident ? 'OCCUPIED' : 'VACANT';
}

/**
 * Stores, within a change, the occupancy of a unit after it.
 *
 * The unit is always written first. Otherwise two concurrent move-outs would each still see the other resident (write
 * skew). One of them conflicts and retries with a new time, because a residence may have begun meanwhile.
 */
export async function deriveOccupancy(ctx: OperationContext, change: Change, unitId: string): Promise<void> {
  const { session } = change;
  const filter = { _id: unitId, tenantId: ctx.tenantId, isLive: true };
  const unit = await UnitModel.findOneAndUpdate(filter, { $inc: { childrenEpoch: 1 } }, { session }).lean();
  if (!unit) return;
  const occupancy = await occupancyAt(ctx, { unitId, at: new Date() }, session);
  if (occupancy === unit.occupancy) return;
  const update = { $set: { occupancy, updatedAt: ctx.now }, $inc: { version: 1 } };
  await UnitModel.updateOne(filter, update, { session });
}
