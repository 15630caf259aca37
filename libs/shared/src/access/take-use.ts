import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';

/**
 * Takes one use of a pass by one conditional write, outside of any transaction. Concurrent calls get exactly the
 * remaining uses and do not wait for each other. If a process dies before it records the decision, the use is lost.
 * The limit is never exceeded.
 *
 * @returns whether a use was left
 */
export async function takeUse({ _id, tenantId, maxUses }: AccessPassRow): Promise<boolean> {
  const limit = maxUses === null ? {} : { uses: { $lt: maxUses } };
  const taken = await AccessPassModel.updateOne(
    { _id, tenantId, isLive: true, ...limit },
    { $inc: { uses: 1 } },
  );
  return taken.matchedCount === 1;
}

/** Returns a use whose decision could not be recorded. */
export async function returnUse({ _id, tenantId }: AccessPassRow): Promise<void> {
  await AccessPassModel.updateOne({ _id, tenantId, uses: { $gt: 0 } }, { $inc: { uses: -1 } });
}
