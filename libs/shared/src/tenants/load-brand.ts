import { TenantModel, type TenantRow } from '../models/tenant.ts';
import type { Brand } from '../pages/brand.ts';
import { brandFields, brandOf, noBrand } from './brand-of.ts';
import { findTenant } from './find-tenant.ts';

/** Reads the appearance of a tenant's pages, at most a second old. */
export async function loadBrand(tenantId: string): Promise<Brand> {
  const tenant = await findTenant(tenantId);
  return tenant ? brandOf(tenant) : noBrand;
}

/** Reads the appearance of a tenant's pages as stored now, for the person who has just changed it. */
export async function readBrand(tenantId: string): Promise<Brand> {
  const tenant = await TenantModel.findOne({ _id: tenantId, isLive: true }, brandFields).lean<TenantRow>();
  return tenant ? brandOf(tenant) : noBrand;
}
