import { actorOf } from '@pas/shared/audit/prepare-record';
import { commitControl } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { SetupLinkRow } from '@pas/shared/models/setup-link';
import { insertSetupLink, newSetupLink, setupUrl } from '@pas/shared/setup-links/setup-links';
import type { CreateSetupLink } from './setup-link.schema.ts';

/** Creates a setup link for a tenant, below the public base URL. */
export async function createSetupLink(
  ctx: OperationContext,
  baseUrl: string,
  { email, expiresInHours: hours }: CreateSetupLink,
): Promise<{ row: SetupLinkRow; url: string }> {
  const { tenantId, now } = ctx;
  const { row, token } = newSetupLink({ tenantId, email, hours, createdBy: actorOf(ctx), now });
  await commitControl(ctx, (change) => insertSetupLink(change, row));
  return { row, url: setupUrl(baseUrl, token) };
}
