import { fieldChanges } from '@pas/shared/audit/field-changes';
import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { commitControl } from '@pas/shared/change/commit';
import { newTenant } from '@pas/shared/models/new-tenant';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { withFreeSlug } from './choose-slug.ts';
import { slugOf } from './slug.ts';
import { auditableTenant, auditedTenant, type CreateTenant } from './tenant.schema.ts';

/** Builds the row of a tenant from the request, with defaults. */
function tenantFrom(
  now: Date,
  slug: string,
  { name, settings, billing, organizationId = null }: CreateTenant,
) {
  const given = Object.entries(settings ?? {}).filter(([, value]) => value !== undefined);
  const row = newTenant(now, { name, slug, settings: Object.fromEntries(given) });
  return { ...row, organizationId, billing: { ...row.billing, customerId: billing?.customerId ?? null } };
}

/**
 * Creates a customer company. The default slug is made from the name, with a number if it is taken.
 *
 * @throws conflict when slug or organization is taken
 */
export async function createTenant(ctx: PublicContext, input: CreateTenant): Promise<TenantRow> {
  const insert = async (slug: string): Promise<TenantRow> => {
    const tenant = tenantFrom(ctx.now, slug, input);
    return commitControl(withTenant(ctx, tenant._id), async (change) => {
      await TenantModel.insertMany([tenant], { session: change.session });
      change.record({
        action: 'tenant.created',
        targets: [{ type: 'tenant', id: tenant._id }],
        changes: fieldChanges(null, auditableTenant(tenant), auditedTenant),
      });
      return tenant;
    });
  };
  const { slug, name } = input;
  return slug === undefined ? withFreeSlug(slugOf(name), ctx.within, insert) : insert(slug);
}
