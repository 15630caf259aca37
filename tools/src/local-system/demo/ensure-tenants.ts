import { createTenant } from '@pas/admin/src/resources/tenants/create-tenant.ts';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import type { DemoTenant } from './buildings.ts';
import { platformContext } from './demo-context.ts';
import { organizationOf } from './people.ts';

/** Fields that identify a customer. */
type Customer = Pick<DemoTenant, 'name' | 'slug' | 'timeZone'>;

/** Creates missing tenants, and returns the ids of all in the same order. */
export async function ensureTenants(tenants: readonly Customer[], now: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, slug, timeZone } of tenants) {
    const { id: organizationId } = organizationOf({ slug });
    const input = { name, slug, organizationId, settings: { timeZone } };
    const existing = await TenantModel.findOne({ slug, isLive: true }).lean<TenantRow>();
    const { _id: id } = existing ?? (await createTenant(platformContext(now), input));
    ids.push(id);
  }
  return ids;
}
