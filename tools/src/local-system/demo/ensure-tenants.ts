import { newTenant } from '@pas/shared/models/new-tenant';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import type { DemoTenant } from './buildings.ts';

/** What a customer is told by. */
type Customer = Pick<DemoTenant, 'name' | 'slug' | 'timeZone'>;

/** Makes tenants where they are not there yet, and returns their ids in the same order. */
export async function ensureTenants(tenants: readonly Customer[], now: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, slug, timeZone } of tenants) {
    const existing = await TenantModel.findOne({ slug, isLive: true }).lean<TenantRow>();
    const row = existing ?? newTenant(now, { name, slug, settings: { timeZone } });
    if (!existing) await TenantModel.insertMany([row]);
    ids.push(row._id);
  }
  return ids;
}
