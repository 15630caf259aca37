import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { readProviderNumber } from './read-provider-number.ts';

/** Finds a called number of any tenant; null for a number that is not in service. */
export async function findNumber(to: string): Promise<VirtualNumberRow | null> {
  const number = readProviderNumber(to);
  if (number === null) return null;
  return VirtualNumberModel.findOne({ number, isInService: true })
    .setOptions({ crossTenant: 'number-in-service' })
    .lean<VirtualNumberRow>();
}

/** Loads the property of a number; null for an unassigned number. */
export async function loadProperty({
  tenantId,
  propertyId,
  status,
}: VirtualNumberRow): Promise<PropertyRow | null> {
  if (status !== 'ASSIGNED' || propertyId === null) return null;
  return PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>();
}
