import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { loadServedDoors } from './served-doors.ts';

/** Minimum time between two stored reports of a door, in milliseconds. */
const storeEveryMs = 5000;

/** Sets doors online and publishes events. Skips doors that another report already set online. */
async function comeOnline(ctx: OperationContext, change: Change, ids: readonly string[]): Promise<void> {
  const { tenantId, now } = ctx;
  const { session } = change;
  const offline = { _id: { $in: [...ids] }, tenantId, isLive: true, online: false };
  const fields = { propertyId: 1, version: 1 };
  const doors = await AccessPointModel.find(offline, fields)
    .session(session)
    .lean<Pick<AccessPointRow, '_id' | 'propertyId' | 'version'>[]>();
  if (doors.length === 0) return;
  // Updates only the doors read above. A door that comes online meanwhile causes a conflict and a retry.
  await AccessPointModel.updateMany(
    { ...offline, _id: { $in: doors.map(({ _id }) => _id) } },
    { $set: { online: true, lastSeenAt: now, updatedAt: now }, $inc: { version: 1 } },
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

/**
 * Records a report of controllers for their doors. One statement sets offline doors online, with an event for each,
 * because an outage affects whole buildings. Another statement stores the time for the other doors, without a new
 * version. Deleted doors are ignored: they must not take the others offline.
 *
 * @throws not_found when a door is not in the controller's property, or all doors are deleted
 */
export async function recordHeartbeat(ctx: OperationContext, ids: readonly string[]): Promise<void> {
  const { tenantId, now } = ctx;
  const doors = await loadServedDoors(ctx, ids);
  const returned = doors.filter(({ online }) => !online).map(({ _id }) => _id);
  if (returned.length > 0) await commit(ctx, async (change) => comeOnline(ctx, change, returned));
  const due = new Date(now.getTime() - storeEveryMs);
  const seen = doors.filter(({ online, lastSeenAt }) => online && (lastSeenAt === null || lastSeenAt < due));
  if (seen.length === 0) return;
  const filter = { _id: { $in: seen.map(({ _id }) => _id) }, tenantId, isLive: true };
  await AccessPointModel.updateMany(filter, { $max: { lastSeenAt: now } });
}
