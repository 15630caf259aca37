import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { newLiveRow } from '@pas/shared/models/new-row';
import { searchWords } from '@pas/platform/lists/search-words';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { raiseTaken } from '../save-changes.ts';
import { auditedProperty, type CreateProperty } from './property.schema.ts';
import { requireAllProperties } from './property-restriction.ts';

const noAddress = { line1: null, line2: null, city: null, region: null, postalCode: null, country: null };

/**
 * Adds a building to the tenant.
 *
 * @throws forbidden for keys restricted to other properties, conflict when the externalId is taken
 */
export async function createProperty(ctx: OperationContext, input: CreateProperty): Promise<PropertyRow> {
  requireAllProperties(ctx);
  const { settings } = await readTenant(ctx.tenantId);
  const row: PropertyRow = {
    ...newLiveRow(ctx, 'property'),
    name: input.name,
    address: input.address ?? noAddress,
    timeZone: input.timeZone ?? settings.timeZone,
    externalId: input.externalId ?? null,
    openDigit: input.openDigit,
    status: input.status,
    searchWords: searchWords(input.name, input.address?.line1, input.address?.city),
  };
  const write = commit(ctx, async (change) => {
    await PropertyModel.insertMany([row], { session: change.session });
    change.record({
      action: 'property.created',
      targets: [{ type: 'property', id: row._id }],
      propertyIds: [row._id],
      changes: fieldChanges(null, row, auditedProperty),
    });
    return row;
  });
  return write.catch((error: unknown) => raiseTaken(error, 'property', { externalId: 'externalId' }));
}
