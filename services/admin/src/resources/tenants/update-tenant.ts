import { fieldChanges } from '@pas/shared/audit/field-changes';
import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { insufficientScope } from '@pas/platform/errors/raise';
import { commitControl, type Change } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/parse-input';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { searchWords } from '@pas/platform/lists/search-words';
import { isPlatform } from '@pas/shared/principal/principal';
import { requireAllProperties } from '../properties/property-restriction.ts';
import { raiseTaken } from '../save-changes.ts';
import { loadTenant } from './load-tenant.ts';
import { auditedTenant, type UpdateTenant } from './tenant.schema.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateTenant;
}

function applyPatch(row: TenantRow, { settings, billing, ...fields }: UpdateTenant): TenantRow {
  const patched = {
    ...row,
    ...fields,
    settings: { ...row.settings, ...settings },
    billing: { ...row.billing, ...billing },
  } as TenantRow;
  return { ...patched, searchWords: searchWords(patched.name, patched.slug) };
}

function requirePlatformFields(ctx: PublicContext, { slug, status, billing }: UpdateTenant): void {
  if (isPlatform(ctx.principal)) return;
  if ([slug, status, billing].some((field) => field !== undefined)) throw insufficientScope('platform');
}

async function saveTenant(ctx: PublicContext, { session }: Change, patched: TenantRow): Promise<TenantRow> {
  const { name, slug, status, billing, settings, searchWords: words } = patched;
  const saved = { version: patched.version + 1, updatedAt: ctx.now };
  const fields = { name, slug, status, billing, settings, searchWords: words, ...saved };
  await TenantModel.updateOne({ _id: patched._id }, { $set: fields }, { session });
  return { ...patched, ...saved };
}

/**
 * Changes a tenant: name and settings by its own people, slug, status and billing by the platform.
 *
 * @throws not_found, forbidden for the platform's fields and for keys restricted to some properties, precondition_failed, conflict when the slug is taken
 */
export async function updateTenant(ctx: PublicContext, { id, ifMatch, patch }: Update): Promise<TenantRow> {
  requirePlatformFields(ctx, patch);
  requireAllProperties(ctx);
  await loadTenant(ctx, id);
  const write = commitControl(withTenant(ctx, id), async (change) => {
    const row = await loadTenant(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const patched = applyPatch(row, patch);
    const changes = fieldChanges(row, patched, auditedTenant);
    if (changes.length === 0) return row;
    change.record({ action: 'tenant.updated', targets: [{ type: 'tenant', id }], changes });
    return saveTenant(ctx, change, patched);
  });
  return write.catch((error: unknown) => raiseTaken(error, 'tenant', { slug: 'slug' }));
}
