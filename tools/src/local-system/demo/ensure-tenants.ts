import { newId } from '@pas/shared/ids/id';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { searchWords } from '@pas/platform/lists/search-words';
import type { DemoTenant } from './buildings.ts';

/** What a customer is told by. */
type Customer = Pick<DemoTenant, 'name' | 'slug' | 'timeZone'>;

function newTenant({ name, slug, timeZone }: Customer, now: Date): TenantRow {
  return {
    _id: newId('tenant'),
    name,
    slug,
    status: 'ACTIVE',
    billing: { status: 'NONE', customerId: null, subscriptionId: null, currentPeriodEnd: null },
    settings: { timeZone, inviteTtlHours: 168, numberQuarantineDays: 30, callRingSeconds: 20 },
    searchWords: searchWords(name, slug),
    createdAt: now,
    updatedAt: now,
    version: 1,
    isLive: true,
    deletedAt: null,
  };
}

/** Makes tenants where they are not there yet, and returns their ids in the same order. */
export async function ensureTenants(tenants: readonly Customer[], now: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const tenant of tenants) {
    const existing = await TenantModel.findOne({ slug: tenant.slug, isLive: true }).lean<TenantRow>();
    const row = existing ?? newTenant(tenant, now);
    if (!existing) await TenantModel.insertMany([row]);
    ids.push(row._id);
  }
  return ids;
}
