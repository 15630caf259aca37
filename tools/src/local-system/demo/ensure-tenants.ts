import { createTenant } from '@pas/admin/src/resources/tenants/create-tenant.ts';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import type { DemoTenant } from './buildings.ts';
import { platformContext } from './demo-context.ts';

/** What a customer is told by. */
type Customer = Pick<DemoTenant, 'name' | 'slug' | 'timeZone'>;

/** Makes tenants where they are not there yet, and returns their ids in the same order. */
export async function ensureTenants(tenants: readonly Customer[], now: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, slug, timeZone } of tenants) {
    const existing = await TenantModel.findOne({ slug, isLive: true }).lean<TenantRow>();
    const input = { name, slug, settings: { timeZone } };
    ids.push((existing ?? (await createTenant(platformContext(now), input)))._id);
  }
  return ids;
}
