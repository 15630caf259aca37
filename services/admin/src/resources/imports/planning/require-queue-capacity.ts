import { rateLimited } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel } from '@pas/shared/models/import';

/** The maximum number of a tenant's imports that wait for validation by a worker. */
const maxWaiting = 5;

/** @throws rate_limited when too many large imports of the tenant wait */
export async function requireQueueCapacity({ tenantId }: OperationContext): Promise<void> {
  const waiting = await ImportModel.countDocuments({ tenantId, status: 'VALIDATING' }).limit(maxWaiting);
  if (waiting < maxWaiting) return;
  const message = `${maxWaiting} imports are being checked already. Wait until one is VALIDATED, or cancel one.`;
  throw rateLimited(message, 10);
}
