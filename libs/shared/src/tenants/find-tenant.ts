import { Fault } from '@pas/platform/errors/fault';
import type { TenantRow } from '../models/tenant.ts';
import { readTenant } from './read-tenant.ts';

/** Reads a tenant, suspended or not; null if it is deleted. Residents of a deleted tenant cannot sign in. */
export async function findTenant(tenantId: string): Promise<TenantRow | null> {
  try {
    return await readTenant(tenantId);
  } catch (error) {
    if (error instanceof Fault && error.kind === 'not_found') return null;
    throw error;
  }
}
