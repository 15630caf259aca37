import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** Silence after which a controller is offline, in milliseconds: three reports, which come every 30 s. */
const silenceMs = 90_000;

/** Selects online doors without a recent report. Doors that never reported are excluded. */
const silentSince = (now: Date) => ({
  lastSeenAt: { $lt: new Date(now.getTime() - silenceMs) },
  online: true,
  isLive: true,
});

async function goOffline({ tenantId, now }: OperationContext, change: Change, id: string): Promise<boolean> {
  const door = await AccessPointModel.findOneAndUpdate(
    { _id: id, tenantId, ...silentSince(now) },
    { $set: { online: false, updatedAt: now }, $inc: { version: 1 } },
    { session: change.session, returnDocument: 'after' },
  ).lean<AccessPointRow>();
  if (!door) return false;
  const { version: aggregateVersion, propertyId, lastSeenAt } = door;
  change.publish({
    type: 'pas.v1.access.point.offline',
    subject: id,
    data: { aggregateVersion, accessPointId: id, propertyId, lastSeenAt: (lastSeenAt ?? now).toISOString() },
  });
  return true;
}

/** Marks doors as offline whose controllers no longer report, with one event each. */
export const markDoorsOffline: Sweep = {
  name: 'doors whose controllers are silent',

  async findDue(now, limit) {
    const due = await AccessPointModel.find(silentSince(now), { tenantId: 1 })
      .setOptions({ crossTenant: 'silent-doors' })
      .sort({ lastSeenAt: 1 })
      .limit(limit)
      .lean<Pick<AccessPointRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  settle: async (ctx, id) => commit(ctx, async (change) => goOffline(ctx, change, id)),
};
