import type { OperationContext } from '@pas/shared/context/operation-context';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { mayAccessProperty } from './property-restriction.ts';

/**
 * Reads the country of a property, which determines how national phone numbers are read.
 *
 * @returns null without a country, or without such a property within the caller's reach
 */
export async function readCountry(
  ctx: OperationContext,
  propertyId: string | undefined,
): Promise<string | null> {
  if (propertyId === undefined || !mayAccessProperty(ctx, propertyId)) return null;
  const filter = { _id: propertyId, tenantId: ctx.tenantId, isLive: true };
  const property = await PropertyModel.findOne(filter)
    .select({ 'address.country': 1 })
    .lean<Pick<PropertyRow, 'address'>>();
  return property?.address.country ?? null;
}
