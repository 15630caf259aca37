import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { loadResident } from './load-resident.ts';

/**
 * Reads the signed-in resident within a change and writes the row. A concurrent move-out, and changes of the same person
 * by staff, conflict then and run one by one.
 *
 * @throws as `loadResident`
 */
export async function holdResident(ctx: OperationContext, { session }: Change): Promise<UserRow> {
  const filter = { _id: ctx.principal.id ?? '', tenantId: ctx.tenantId, isLive: true };
  await UserModel.updateOne(filter, { $set: { deviceChangedAt: ctx.now } }, { session });
  return loadResident(ctx, session);
}
