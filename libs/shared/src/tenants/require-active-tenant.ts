import { forbidden } from '../errors/raise.ts';
import { readTenant } from './read-tenant.ts';

/**
 * Refuses new residents in a suspended tenant. Existing residents are not affected.
 *
 * @throws forbidden while the tenant is suspended, not_found when it is gone
 */
export async function requireActiveTenant(tenantId: string): Promise<void> {
  const { status } = await readTenant(tenantId);
  if (status !== 'SUSPENDED') return;
  throw forbidden('tenant_suspended', 'This property’s service is suspended. Ask your property manager.');
}
