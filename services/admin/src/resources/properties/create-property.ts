import { markFence } from '@pas/shared/fences/mark-fence';
import { sentFields } from '@pas/platform/http/sent-fields';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { newProperty } from '@pas/shared/models/new-property';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { auditedProperty, type CreateProperty } from './property.schema.ts';

/**
 * Adds a building to the tenant.
 *
 * @throws conflict when the externalId is taken
 */
export async function createProperty(ctx: OperationContext, input: CreateProperty): Promise<PropertyRow> {
  const { settings } = await readTenant(ctx.tenantId);
  const row = newProperty(ctx, { timeZone: settings.timeZone, ...sentFields(input), name: input.name });
  return commit(ctx, async (change) => {
    await PropertyModel.insertMany([row], { session: change.session });
    if (row.status === 'ARCHIVED')
      await markFence(change, { tenantId: ctx.tenantId, id: row._id }, { archivedAt: ctx.now });
    change.record({
      action: 'property.created',
      targets: [{ type: 'property', id: row._id }],
      propertyIds: [row._id],
      changes: fieldChanges(null, row, auditedProperty),
    });
    return row;
  });
}
