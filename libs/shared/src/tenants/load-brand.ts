import type { Brand } from '../pages/brand.ts';
import { brandOf, noBrand } from './brand-of.ts';
import { findTenant } from './find-tenant.ts';

/** Reads the appearance of a tenant's pages, at most a second old. */
export async function loadBrand(tenantId: string): Promise<Brand> {
  const tenant = await findTenant(tenantId);
  return tenant ? brandOf(tenant) : noBrand;
}
