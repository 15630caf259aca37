import { LRUCache } from 'lru-cache';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { notFound } from '@pas/platform/errors/raise';
import { TenantModel, type TenantRow } from '../models/tenant.ts';

/** Time for which a service caches a tenant of the control database. */
const maxAgeMs = 1000;

const findTenant = async (id: string): Promise<TenantRow | null> =>
  TenantModel.findOne({ _id: id, isLive: true }).lean<TenantRow>();

const tenants = new LRUCache<string, TenantRow>({
  max: 5000,
  ttl: maxAgeMs,
  // Other requests wait for the same read.
  fetchMethod: async (id) => withoutDeadline(async () => (await findTenant(id)) ?? undefined),
});

/**
 * Reads a tenant, at most a second old.
 *
 * @throws not_found for an unknown or deleted tenant
 */
export async function readTenant(tenantId: string): Promise<TenantRow> {
  const tenant = await tenants.fetch(tenantId);
  if (!tenant) throw notFound();
  return tenant;
}
