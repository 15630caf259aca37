import { fieldChanges } from '@pas/shared/audit/field-changes';
import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { commitControl } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { TenantLogoModel } from '@pas/shared/models/tenant-logo';
import { requireScope } from '@pas/shared/principal/require-scope';
import { revokeKeysOfTenant } from '../api-keys/revoke-keys-of-tenant.ts';
import { loadTenant } from './load-tenant.ts';
import { auditableTenant, auditedTenant } from './tenant.schema.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
}

function requireSuspended({ status }: TenantRow): void {
  if (status === 'SUSPENDED') return;
  throw conflict('tenant_not_suspended', 'Only a suspended tenant can be deleted. Suspend it first.');
}

/**
 * Deletes a tenant. Its keys are revoked in the same change. Its residents' sessions end in every
 * environment, because each check of a session also reads the tenant. The rows in the environments stay
 * stored, but are unreachable.
 *
 * @throws not_found
 * @throws forbidden for callers other than the platform
 * @throws precondition_failed when the version of `If-Match` is not the current one
 * @throws conflict (`tenant_not_suspended`)
 */
export async function deleteTenant(ctx: PublicContext, { id, ifMatch }: Deletion): Promise<void> {
  await loadTenant(ctx, id);
  requireScope(ctx.principal, 'platform');
  const inTenant = withTenant(ctx, id);
  await commitControl(inTenant, async (change) => {
    const row = await loadTenant(ctx, id, change.session);
    requireVersion(row, ifMatch);
    requireSuspended(row);
    const keyIds = await revokeKeysOfTenant(inTenant, change, 'tenant_deleted');
    const deleted = { isLive: false, deletedAt: ctx.now, updatedAt: ctx.now, version: row.version + 1 };
    await TenantModel.updateOne({ _id: id }, { $set: deleted }, { session: change.session });
    await TenantLogoModel.deleteOne({ _id: id }, { session: change.session });
    change.record({
      action: 'tenant.deleted',
      targets: [{ type: 'tenant', id }, ...keyIds.map((keyId) => ({ type: 'api_key', id: keyId }))],
      changes: fieldChanges(auditableTenant(row), null, auditedTenant),
    });
  });
}
