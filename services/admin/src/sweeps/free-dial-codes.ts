import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { releaseDialCodes } from '@pas/shared/fences/dial-codes';
import { dialCodeRestDays } from '@pas/shared/models/dial-code';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

const restedAt = (now: Date) => ({
  isLive: false as const,
  dialCode: { $gt: '' },
  deletedAt: { $lte: new Date(now.getTime() - dialCodeRestDays * 24 * 3_600_000) },
});

/** Frees the dial codes of units that were deleted 30 days ago. Clients see no change. */
export const freeDialCodes: Sweep = {
  name: 'dial codes of deleted units',
  everyRounds: 12,

  async findDue(now, limit, except) {
    const due = await UnitModel.find({ ...restedAt(now), ...ofOtherTenants(except) }, { tenantId: 1 })
      .setOptions({ crossTenant: 'rested-dial-codes' })
      .limit(limit)
      .lean<Pick<UnitRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  async apply({ tenantId, now }, id) {
    return inTransaction(core, async (session) => {
      const filter = { _id: id, tenantId, ...restedAt(now) };
      const rested = await UnitModel.findOneAndUpdate(filter, { $set: { dialCode: null } }, { session })
        .select({ tenantId: 1, propertyId: 1, dialCode: 1 })
        .lean<UnitRow>();
      if (rested) await releaseDialCodes({ session }, [rested]);
      return rested !== null;
    });
  },
};
