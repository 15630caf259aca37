import { withTenant } from '@pas/platform/context/operation-context';
import { requireVersion } from '@pas/platform/http/if-match';
import { commitControl } from '@pas/shared/change/commit';
import type { PublicContext } from '@pas/shared/context/operation-context';
import type { TenantRow } from '@pas/shared/models/tenant';
import { TenantLogoModel } from '@pas/shared/models/tenant-logo';
import { loadTenant } from './load-tenant.ts';
import type { LogoReader, SentImage } from './logo/read-logo.ts';
import { saveTenant } from './save-tenant.ts';

interface NewLogo {
  id: string;
  ifMatch: readonly number[] | null;
  image: SentImage;
}

/**
 * Stores the cleaned image as the tenant's logo. The same image again changes nothing.
 *
 * @throws not_found, invalid for an image that cannot be a logo, unavailable when many images are read,
 *   precondition_failed
 */
export async function putTenantLogo(
  ctx: PublicContext,
  readLogo: LogoReader,
  { id, ifMatch, image }: NewLogo,
): Promise<TenantRow> {
  await loadTenant(ctx, id);
  const { bytes, ...logo } = await readLogo(id, image);
  return commitControl(withTenant(ctx, id), async (change) => {
    const row = await loadTenant(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const $set = { ...logo, bytes };
    await TenantLogoModel.updateOne({ _id: id }, { $set }, { upsert: true, session: change.session });
    return saveTenant(ctx, change, { row, fields: { logo } });
  });
}
