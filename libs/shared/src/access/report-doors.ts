import { commit, type Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { AccessPointModel, type AccessPointRow } from '../models/access-point.ts';

/** Minimum time between two stored reports of a door, in milliseconds. */
const storeEveryMs = 5000;

/** Sets doors online and publishes events. Skips doors that another report already set online. */
async function comeOnline(
  ctx: OperationContext,
  change: Change,
  { ids, reporter }: { ids: readonly string[]; reporter: Partial<Pick<AccessPointRow, 'reportedBy'>> },
): Promise<void> {
  const { tenantId, now } = ctx;
  const { session } = change;
  const offline = { _id: { $in: [...ids] }, tenantId, isLive: true, online: { $ne: true } };
  const fields = { propertyId: 1, version: 1 };
  const doors = await AccessPointModel.find(offline, fields)
    .session(session)
    .lean<Pick<AccessPointRow, '_id' | 'propertyId' | 'version'>[]>();
  if (doors.length === 0) return;
  // Updates only the doors read above. A door that comes online meanwhile causes a conflict and a retry.
  await AccessPointModel.updateMany(
    { ...offline, _id: { $in: doors.map(({ _id }) => _id) } },
    { $set: { online: true, lastSeenAt: now, updatedAt: now, ...reporter }, $inc: { version: 1 } },
    { session },
  );
  for (const { _id, propertyId, version } of doors)
    change.publish({
      type: 'pas.v1.access.point.online',
      subject: _id,
      data: {
        aggregateVersion: version + 1,
        accessPointId: _id,
        propertyId,
        lastSeenAt: now.toISOString(),
      },
    });
}

/** The fields of a door that a report may change. */
type ReportedDoor = Pick<AccessPointRow, '_id' | 'online' | 'lastSeenAt' | 'reportedBy'>;

interface DoorReport {
  doors: readonly ReportedDoor[];
  /** The id of the controller key that reports. Default: the doors keep theirs. */
  reportedBy?: string | null;
  /** Age in milliseconds from which the stored report of an online door is renewed. */
  renewAfterMs?: number;
}

/**
 * Records a report of a controller for its doors. One statement sets all offline doors online, because an outage
 * affects whole buildings. Each of them gets an event. Another statement stores the time for the other doors, without a
 * new version. A deleted door stays unchanged.
 */
export async function reportDoors(
  ctx: OperationContext,
  { doors, reportedBy, renewAfterMs = storeEveryMs }: DoorReport,
): Promise<void> {
  const { tenantId, now } = ctx;
  const reporter = reportedBy === undefined ? {} : { reportedBy };
  const returned = doors.filter(({ online }) => online !== true).map(({ _id }) => _id);
  if (returned.length > 0)
    await commit(ctx, async (change) => comeOnline(ctx, change, { ids: returned, reporter }));
  const due = new Date(now.getTime() - renewAfterMs);
  const isDue = (door: ReportedDoor): boolean =>
    door.lastSeenAt === null || door.lastSeenAt < due || (reportedBy ?? door.reportedBy) !== door.reportedBy;
  const seen = doors.filter((door) => door.online === true && isDue(door)).map(({ _id }) => _id);
  if (seen.length === 0) return;
  const update = { $max: { lastSeenAt: now }, ...(reportedBy !== undefined && { $set: reporter }) };
  await AccessPointModel.updateMany({ _id: { $in: seen }, tenantId, isLive: true }, update);
}
