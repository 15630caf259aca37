import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';

/**
 * Takes one use of a pass: one conditional write, outside of any transaction. So of many at once exactly as many are
 * granted as there are uses, and none waits for another. A process that dies before it has recorded the decision has
 * taken a use for nothing, and never grants one too many.
 *
 * @returns whether there was one left
 */
export async function takeUse({ _id, tenantId, maxUses }: AccessPassRow): Promise<boolean> {
  const limit = maxUses === null ? {} : { uses: { $lt: maxUses } };
  const taken = await AccessPassModel.updateOne(
    { _id, tenantId, isLive: true, ...limit },
    { $inc: { uses: 1 } },
  );
  return taken.matchedCount === 1;
}

/** Gives a use back whose decision could not be recorded. */
export async function returnUse({ _id, tenantId }: AccessPassRow): Promise<void> {
  await AccessPassModel.updateOne({ _id, tenantId, uses: { $gt: 0 } }, { $inc: { uses: -1 } });
}
