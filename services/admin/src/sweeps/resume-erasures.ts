import type { OperationContext } from '@pas/shared/context/operation-context';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { isHeld } from '@pas/shared/residences/held-residence';
import { beginErasure, takeOverMs } from '../erasure/begin-erasure.ts';
import { runErasure } from '../erasure/run-erasure.ts';
import { deleteUser } from '../resources/users/delete-user.ts';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** Claims the erasure for this process; another one may resume it after a minute. */
async function claim({ tenantId, now }: OperationContext, id: string): Promise<ErasureRow | null> {
  const due = { _id: id, tenantId, dueAt: { $type: 'date' as const, $lte: now } };
  const dueAt = new Date(now.getTime() + takeOverMs);
  return ErasureModel.findOneAndUpdate(due, { $set: { dueAt } }).lean<ErasureRow>();
}

/**
 * Restarts an erasure whose person has reappeared with a restored backup. Their residences of that time have
 * ended since.
 */
async function beginAgain(ctx: OperationContext, row: ErasureRow): Promise<ErasureRow | null> {
  const filter = { _id: row._id, tenantId: ctx.tenantId };
  const user = await UserModel.findOne(filter).lean<UserRow>();
  if (!user) {
    await ErasureModel.updateOne(filter, { $set: { status: 'DONE', erasedAt: ctx.now, dueAt: null } });
    return null;
  }
  const livesHere = user.residences.some((residence) => isHeld(residence, ctx));
  if (user.isLive && livesHere) await deleteUser(ctx, { id: row._id, ifMatch: null });
  return beginErasure(ctx, row._id);
}

/**
 * Resumes erasures whose process has died, and searches once more for values that were in progress. It also
 * repeats erasures after a backup was restored (`pas erase apply`).
 */
export const resumeErasures: Sweep = {
  name: 'erasures of personal data',
  everyRounds: 4,

  async findDue(now, limit, except) {
    const due = await ErasureModel.find(
      { dueAt: { $type: 'date', $lte: now }, ...ofOtherTenants(except) },
      { tenantId: 1 },
    )
      .setOptions({ crossTenant: 'due-erasures' })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<Pick<ErasureRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  async apply(ctx, id) {
    const claimed = await claim(ctx, id);
    if (!claimed) return false;
    const row = claimed.person === null ? await beginAgain(ctx, claimed) : claimed;
    if (row) await runErasure(ctx, row);
    return true;
  },
};
