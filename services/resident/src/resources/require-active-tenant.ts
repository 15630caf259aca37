import { forbidden } from '@pas/shared/errors/raise';
import { readTenant } from '@pas/shared/tenants/read-tenant';

/** What everybody of a suspended tenant is told. */
export const tenantSuspended = () =>
  forbidden('tenant_suspended', 'This property’s service is suspended. Ask your property manager.');

/** @throws forbidden while the tenant is suspended, not_found when it is gone */
export async function requireActiveTenant(tenantId: string): Promise<void> {
  const { status } = await readTenant(tenantId);
  if (status === 'SUSPENDED') throw tenantSuspended();
}
