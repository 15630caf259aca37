import { requireVersion } from '@pas/platform/http/if-match';
import { commitControl } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { SetupLinkRow } from '@pas/shared/models/setup-link';
import { revokeSetupLink } from '@pas/shared/setup-links/setup-links';
import { loadSetupLink } from './load-setup-link.ts';

/**
 * Revokes a link of the tenant. A link that has ended stays unchanged.
 *
 * @throws not_found, precondition_failed
 */
export async function endSetupLink(
  ctx: OperationContext,
  id: string,
  ifMatch: readonly number[] | null,
): Promise<SetupLinkRow> {
  return commitControl(ctx, async (change) => {
    const row = await loadSetupLink(ctx, id, change.session);
    requireVersion(row, ifMatch);
    return revokeSetupLink(change, { row, now: ctx.now });
  });
}
