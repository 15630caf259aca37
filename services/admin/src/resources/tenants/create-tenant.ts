import { fieldChanges } from '@pas/shared/audit/field-changes';
import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { insufficientScope } from '@pas/platform/errors/raise';
import { commitControl } from '@pas/shared/change/commit';
import { newId } from '@pas/shared/ids/id';
import { TenantModel, type TenantRow, type TenantSettings } from '@pas/shared/models/tenant';
import { searchWords } from '@pas/platform/lists/search-words';
import { isPlatform } from '@pas/shared/principal/principal';
import { raiseTaken } from '../save-changes.ts';
import { slugOf } from './slug.ts';
import { auditedTenant, type CreateTenant } from './tenant.schema.ts';

const defaults: TenantSettings = {
  timeZone: 'UTC',
  inviteTtlHours: 168,
  numberQuarantineDays: 30,
  callRingSeconds: 20,
};

function newTenant({ now }: PublicContext, input: CreateTenant): TenantRow {
  const given = Object.entries(input.settings ?? {}).filter(([, value]) => value !== undefined);
  const slug = input.slug ?? slugOf(input.name);
  return {
    _id: newId('tenant'),
    name: input.name,
    slug,
    status: 'ACTIVE',
    billing: {
      status: 'NONE',
      customerId: input.billing?.customerId ?? null,
      subscriptionId: null,
      currentPeriodEnd: null,
    },
    settings: { ...defaults, ...Object.fromEntries(given) },
    searchWords: searchWords(input.name, slug),
    createdAt: now,
    updatedAt: now,
    version: 1,
    isLive: true,
    deletedAt: null,
  };
}

/**
 * Takes a customer company on.
 *
 * @throws forbidden for everybody but the platform, conflict when the slug is taken
 */
export async function createTenant(ctx: PublicContext, input: CreateTenant): Promise<TenantRow> {
  if (!isPlatform(ctx.principal)) throw insufficientScope('platform');
  const tenant = newTenant(ctx, input);
  const write = commitControl(withTenant(ctx, tenant._id), async (change) => {
    await TenantModel.insertMany([tenant], { session: change.session });
    change.record({
      action: 'tenant.created',
      targets: [{ type: 'tenant', id: tenant._id }],
      changes: fieldChanges(null, tenant, auditedTenant),
    });
    return tenant;
  });
  return write.catch((error: unknown) => raiseTaken(error, 'tenant', { slug: 'slug' }));
}
