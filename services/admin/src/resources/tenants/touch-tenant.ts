import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import { TenantModel } from '@pas/shared/models/tenant';

/**
 * Marks the tenant as getting a key in this change. Under snapshot isolation two issuers at the limit would both
 * commit, and so would one beside the tenant's delete; writing the same row makes one of them start over.
 *
 * @throws not_found when the tenant has gone meanwhile
 */
export async function touchTenant({ tenantId }: OperationContext, { session }: Change): Promise<void> {
  const filter = { _id: tenantId, isLive: true };
  const { matchedCount } = await TenantModel.updateOne(filter, { $inc: { childrenEpoch: 1 } }, { session });
  if (matchedCount === 0) throw notFound();
}
