import { createTenant } from '@pas/admin/src/resources/tenants/create-tenant.ts';
import { updateTenant } from '@pas/admin/src/resources/tenants/update-tenant.ts';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import type { DemoTenant } from './buildings.ts';
import { platformContext } from './demo-context.ts';
import { organizationOf } from './people.ts';

/** Fields that identify a customer. */
type Customer = Pick<DemoTenant, 'name' | 'slug' | 'timeZone'>;

/** Adds the organization to a tenant of an earlier release, so that its staff can sign in. */
async function ensureOrganization(row: TenantRow, organizationId: string, now: Date): Promise<string> {
  if (!row.organizationId) {
    await updateTenant(platformContext(now), { id: row._id, ifMatch: null, patch: { organizationId } });
  }
  return row._id;
}

/** Creates missing tenants, and returns the ids of all in the same order. */
export async function ensureTenants(tenants: readonly Customer[], now: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, slug, timeZone } of tenants) {
    const { id: organizationId } = organizationOf({ slug });
    const existing = await TenantModel.findOne({ slug, isLive: true }).lean<TenantRow>();
    const input = { name, slug, organizationId, settings: { timeZone } };
    const id = existing
      ? await ensureOrganization(existing, organizationId, now)
      : (await createTenant(platformContext(now), input))._id;
    ids.push(id);
  }
  return ids;
}
