import { withTenant } from '@pas/platform/context/operation-context';
import { requireVersion } from '@pas/platform/http/if-match';
import { commitControl } from '@pas/shared/change/commit';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { TenantLogoModel } from '@pas/shared/models/tenant-logo';
import { loadTenant } from './load-tenant.ts';
import { saveTenant } from './save-tenant.ts';

interface Removal {
  id: string;
  ifMatch: readonly number[] | null;
}

/**
 * Removes the logo of a tenant, if it has one.
 *
 * @throws not_found, precondition_failed
 */
export async function deleteTenantLogo(ctx: PublicContext, { id, ifMatch }: Removal): Promise<void> {
  await loadTenant(ctx, id);
  await commitControl(withTenant(ctx, id), async (change) => {
    const row = await loadTenant(ctx, id, change.session);
    requireVersion(row, ifMatch);
    await TenantLogoModel.deleteOne({ _id: id }, { session: change.session });
    await saveTenant(ctx, change, { row, fields: { logo: null } });
  });
}
