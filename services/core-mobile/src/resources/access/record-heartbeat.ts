import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { loadServedDoors } from './served-doors.ts';

/** A report within this time after another one is not stored, in milliseconds. */
const storeEveryMs = 5000;

/** Brings doors online and publishes it; nothing for those where another report has been quicker. */
async function comeOnline(ctx: OperationContext, change: Change, ids: readonly string[]): Promise<void> {
  const { tenantId, now } = ctx;
  const { session } = change;
  const offline = { _id: { $in: [...ids] }, tenantId, isLive: true, online: false };
  const fields = { propertyId: 1, version: 1 };
  const doors = await AccessPointModel.find(offline, fields)
    .session(session)
    .lean<Pick<AccessPointRow, '_id' | 'propertyId' | 'version'>[]>();
  if (doors.length === 0) return;
  // Those that were read: a door that comes online meanwhile makes this change conflict and run again.
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
 * Notes that the controllers of doors have reported. Doors that were offline come online with an event each, all of them
 * by one statement: after an outage these are the doors of a whole building. For the others one statement stores the time, which is no new version. Deleted doors are left out: one of them must not take the
 * others offline.
 *
 * @throws not_found when one of the doors is not of the controller's property, or all of them are deleted
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
