import { requireVersion } from '@pas/platform/http/if-match';
import { endApiKey } from '@pas/shared/api-keys/end-api-key';
import { commitControl } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { loadApiKey } from './load-api-key.ts';

interface KeyRevocation {
  id: string;
  ifMatch: readonly number[] | null;
  reason: string | null;
}

/**
 * Revokes a key within the caller's reach. A key that is revoked already stays unchanged.
 *
 * @throws not_found, precondition_failed
 */
export async function revokeApiKey(
  ctx: OperationContext,
  { id, ifMatch, reason }: KeyRevocation,
): Promise<ApiKeyRow> {
  return commitControl(ctx, async (change) => {
    const row = await loadApiKey(ctx, id, change.session);
    requireVersion(row, ifMatch);
    return endApiKey(change, { row, reason, now: ctx.now });
  });
}
