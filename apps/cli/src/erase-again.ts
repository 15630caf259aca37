import { idSchema } from '@pas/shared/ids/id';
import { ErasureModel } from '@pas/shared/models/erasure';
import { z } from 'zod';

/** A line of the list of erased people. It contains only ids. */
export const ErasedLine = z.object({
  userId: idSchema('user'),
  tenantId: idSchema('tenant'),
  requestedAt: z.iso.datetime(),
});
export type ErasedLine = z.infer<typeof ErasedLine>;

/**
 * Schedules the erasure of a person if it is missing in a restored database. An erasure that the backup contains stays
 * unchanged. Its state and the person's rows are of the same time.
 *
 * @returns whether the erasure was unknown
 */
export async function scheduleErasureAgain({
  userId: _id,
  tenantId,
  requestedAt,
}: ErasedLine): Promise<boolean> {
  const row = {
    status: 'RUNNING' as const,
    requestedAt: new Date(requestedAt),
    person: null,
    counts: [],
    account: 'NONE' as const,
    erasedAt: null,
    dueAt: new Date(0),
  };
  const update = { $setOnInsert: row };
  const { upsertedCount } = await ErasureModel.updateOne({ _id, tenantId }, update, { upsert: true });
  return upsertedCount === 1;
}
