import { tenantNow } from '@pas/shared/context/tenant-now';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/**
 * Period for which an ended pass is still recognized, in milliseconds: a late guest learns that it has ended.
 */
const keptMs = 24 * 3_600_000;

/** Returns the filter of passes whose PINs are no longer recognized. */
export const endedBefore = (now: Date) => ({
  isLive: true as const,
  endsAt: { $lte: new Date(now.getTime() - keptMs) },
});

/** Frees the PINs of passes that ended a day ago. Clients see no change. */
export const freePins: Sweep = {
  name: 'PINs of passes that have ended',
  everyRounds: 12,

  async findDue(now, limit, except) {
    const due = await AccessPassModel.find(
      { ...endedBefore(now), ...ofOtherTenants(except) },
      { tenantId: 1 },
    )
      .setOptions({ crossTenant: 'ended-passes' })
      .limit(limit)
      .lean<Pick<AccessPassRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  async apply({ tenantId, now }, id) {
    const filter = { _id: id, tenantId, ...endedBefore(tenantNow({ tenantId, now })) };
    const { modifiedCount } = await AccessPassModel.updateOne(filter, { $set: { isLive: false } });
    return modifiedCount === 1;
  },
};
