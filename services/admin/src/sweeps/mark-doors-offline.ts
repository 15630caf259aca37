import { controllerKeyWorksAt } from '@pas/shared/api-keys/controller-key-state';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** Silence after which a controller is offline, in milliseconds: three reports, which come every 30 s. */
const silenceMs = 90_000;

/** Selects online doors without a recent report. Doors that never reported are excluded. */
const silentSince = (now: Date) => ({
  lastSeenAt: { $lt: new Date(now.getTime() - silenceMs) },
  online: true,
  isLive: true,
});

/**
 * Whether a new key has replaced the one that reported, and the grace period has ended. Until the new key reports for
 * such a door, its state is unknown.
 */
async function isKeyReplaced(
  { tenantId, now }: OperationContext,
  { reportedBy }: AccessPointRow,
): Promise<boolean> {
  if (!reportedBy) return false;
  const key = await ControllerKeyModel.findOne({ _id: reportedBy, tenantId }).lean<ControllerKeyRow>();
  if (!key || controllerKeyWorksAt(key, now)) return false;
  const { accessPointId } = key;
  return (await ControllerKeyModel.exists({ tenantId, accessPointId, isLive: true })) !== null;
}

async function goOffline(ctx: OperationContext, change: Change, id: string): Promise<boolean> {
  const { tenantId, now } = ctx;
  const filter = { _id: id, tenantId, ...silentSince(now) };
  const silent = await AccessPointModel.findOne(filter).session(change.session).lean<AccessPointRow>();
  if (!silent) return false;
  const isReplaced = await isKeyReplaced(ctx, silent);
  const state = isReplaced ? { online: null, lastSeenAt: null, reportedBy: null } : { online: false };
  const door = await AccessPointModel.findOneAndUpdate(
    filter,
    { $set: { ...state, updatedAt: now }, $inc: { version: 1 } },
    { session: change.session, returnDocument: 'after' },
  ).lean<AccessPointRow>();
  if (!door) return false;
  if (isReplaced) return true;
  const { version: aggregateVersion, propertyId, lastSeenAt } = door;
  change.publish({
    type: 'pas.v1.access.point.offline',
    subject: id,
    data: { aggregateVersion, accessPointId: id, propertyId, lastSeenAt: (lastSeenAt ?? now).toISOString() },
  });
  return true;
}

/**
 * Marks doors as offline whose controllers no longer report, with one event each. A door whose controller got a new key
 * meanwhile counts as not reported yet, without an event.
 */
export const markDoorsOffline: Sweep = {
  name: 'doors whose controllers are silent',
  everyRounds: 3,

  async findDue(now, limit, except) {
    const due = await AccessPointModel.find(
      { ...silentSince(now), ...ofOtherTenants(except) },
      { tenantId: 1 },
    )
      .setOptions({ crossTenant: 'silent-doors' })
      .sort({ lastSeenAt: 1 })
      .limit(limit)
      .lean<Pick<AccessPointRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  apply: async (ctx, id) => commit(ctx, async (change) => goOffline(ctx, change, id)),
};
