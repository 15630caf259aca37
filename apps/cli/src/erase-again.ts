import { idSchema } from '@pas/shared/ids/id';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { z } from 'zod';

/** A line of the list of erased people: ids alone. */
export const ErasedLine = z.object({
  userId: idSchema('user'),
  tenantId: idSchema('tenant'),
  requestedAt: z.iso.datetime(),
});
export type ErasedLine = z.infer<typeof ErasedLine>;

/** Schedules the erasure of a person again. Leaves a running erasure unchanged. */
export async function applyErasureAgain({
  userId: _id,
  tenantId,
  requestedAt,
}: ErasedLine): Promise<boolean> {
  const again = { status: 'RUNNING' as const, person: null, counts: [], erasedAt: null, dueAt: new Date(0) };
  const known = await ErasureModel.findOne({ _id, tenantId }).lean<ErasureRow>();
  if (known?.person) return false;
  const row = { ...again, account: 'NONE' as const, requestedAt: new Date(requestedAt) };
  await ErasureModel.updateOne({ _id, tenantId }, { $set: row }, { upsert: true });
  return true;
}
