import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { loadServedDoors } from './served-doors.ts';

/** A report within this time after another one is not stored, in milliseconds. */
const storeEveryMs = 5000;

/** Brings a door online and publishes it; nothing where another report has been quicker. */
async function comeOnline(ctx: OperationContext, change: Change, id: string): Promise<void> {
  const { tenantId, now } = ctx;
  const door = await AccessPointModel.findOneAndUpdate(
    { _id: id, tenantId, isLive: true, online: false },
    { $set: { online: true, lastSeenAt: now, updatedAt: now }, $inc: { version: 1 } },
    { session: change.session, returnDocument: 'after' },
  ).lean<AccessPointRow>();
  if (!door) return;
  const { version: aggregateVersion, propertyId } = door;
  change.publish({
    type: 'pas.v1.access.point.online',
    subject: id,
    data: { aggregateVersion, accessPointId: id, propertyId, lastSeenAt: now.toISOString() },
  });
}

/**
 * Notes that the controllers of doors have reported. Doors that were offline come online with an event each; for the
 * others one statement stores the time, which is no new version. Deleted doors are left out: one of them must not take the
 * others offline.
 *
 * @throws not_found when one of the doors is not of the controller's property, or all of them are deleted
 */
export async function recordHeartbeat(ctx: OperationContext, ids: readonly string[]): Promise<void> {
  const { tenantId, now } = ctx;
  const doors = await loadServedDoors(ctx, ids);
  const returned = doors.filter(({ online }) => !online).map(({ _id }) => _id);
  if (returned.length > 0) {
    await commit(ctx, async (change) => {
      for (const id of returned.toSorted()) await comeOnline(ctx, change, id);
    });
  }
  const due = new Date(now.getTime() - storeEveryMs);
  const seen = doors.filter(({ online, lastSeenAt }) => online && (lastSeenAt === null || lastSeenAt < due));
  if (seen.length === 0) return;
  const filter = { _id: { $in: seen.map(({ _id }) => _id) }, tenantId, isLive: true };
  await AccessPointModel.updateMany(filter, { $max: { lastSeenAt: now } });
}
