import { commit } from '@pas/shared/change/commit';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { importTransitions, moveImport } from '../resources/imports/transitions.ts';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

const waiting = importTransitions.expire.from;

/** Stores the expiry of import plans. Reads already show it. */
export const expireImports: Sweep = {
  name: 'imports that have expired',
  everyRounds: 12,

  async findDue(now, limit, except) {
    const lapsed = await ImportModel.find(
      { status: { $in: [...waiting] }, expiresAt: { $lte: now }, ...ofOtherTenants(except) },
      { tenantId: 1 },
    )
      .setOptions({ crossTenant: 'imports-by-status' })
      .limit(limit)
      .lean<Pick<ImportRow, '_id' | 'tenantId'>[]>();
    return lapsed.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  apply: async (ctx, id) =>
    commit(ctx, async (change) => {
      const row = await ImportModel.findOne({ _id: id, tenantId: ctx.tenantId })
        .session(change.session)
        .lean<ImportRow>();
      const expired = await moveImport(ctx, change, { name: 'expire', id });
      if (!expired) return false;
      change.record({
        action: importTransitions.expire.action,
        targets: [{ type: 'import', id }],
        changes: fieldChanges(row, expired, { fields: ['status'] }),
        propertyIds: expired.reach ?? [],
      });
      return true;
    }),
};
