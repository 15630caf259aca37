import { commit } from '@pas/shared/change/commit';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { auditedDevice } from '@pas/shared/push/audited-device';
import { propertiesOfOwner } from '@pas/shared/push/properties-of-owner';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** Time without a registration after which a device gets no push messages, in milliseconds: 30 days. */
const unseenMs = 30 * 86_400_000;

const unseenSince = (now: Date) => ({
  status: 'ACTIVE' as const,
  lastSeenAt: { $lte: new Date(now.getTime() - unseenMs) },
});

/** Marks devices as STALE that no app has registered for 30 days. The next registration makes them ACTIVE. */
export const markStaleDevices: Sweep = {
  name: 'devices that are no longer used',
  everyRounds: 12,

  async findDue(now, limit, except) {
    const due = await DeviceModel.find({ ...unseenSince(now), ...ofOtherTenants(except) }, { tenantId: 1 })
      .setOptions({ crossTenant: 'unseen-devices' })
      .limit(limit)
      .lean<Pick<DeviceRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  apply: async (ctx, id) =>
    commit(ctx, async (change) => {
      const filter = { _id: id, tenantId: ctx.tenantId, ...unseenSince(ctx.now) };
      const update = { $set: { status: 'STALE' as const, updatedAt: ctx.now }, $inc: { version: 1 } };
      const row = await DeviceModel.findOneAndUpdate(filter, update, {
        session: change.session,
      }).lean<DeviceRow>();
      if (!row) return false;
      change.record({
        action: 'device.updated',
        targets: [{ type: 'device', id }],
        changes: fieldChanges(row, { ...row, status: 'STALE' }, auditedDevice),
        propertyIds: await propertiesOfOwner(row, ctx.now, change.session),
      });
      return true;
    }),
};
