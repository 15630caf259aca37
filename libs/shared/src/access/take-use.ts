import type { ClientSession } from 'mongoose';
import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';

/**
 * Takes one use of a pass by one conditional write. Concurrent calls get exactly the remaining uses. Outside of a
 * transaction they do not wait for each other. A use is lost there if the process dies before it records the decision.
 * The limit is never exceeded.
 *
 * @param session the session of the transaction that records the decision, or null
 * @returns whether a use was left
 */
export async function takeUse(
  { _id, tenantId, maxUses }: AccessPassRow,
  session: ClientSession | null = null,
): Promise<boolean> {
  const limit = maxUses === null ? {} : { uses: { $lt: maxUses } };
  const taken = await AccessPassModel.updateOne(
    { _id, tenantId, isLive: true, ...limit },
    { $inc: { uses: 1 } },
    session ? { session } : {},
  );
  return taken.matchedCount === 1;
}

/** Returns a use whose decision could not be recorded. */
export async function returnUse({ _id, tenantId }: AccessPassRow): Promise<void> {
  await AccessPassModel.updateOne({ _id, tenantId, uses: { $gt: 0 } }, { $inc: { uses: -1 } });
}
