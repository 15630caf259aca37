import type { OperationContext } from '@pas/shared/context/operation-context';
import { propertyArchived } from '@pas/shared/fences/property-archived';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import type { ClientSession } from 'mongoose';

/**
 * Whether a property is archived; its existence is checked elsewhere. Reads the snapshot of the change, so a
 * change that runs concurrently with the archiving counts as earlier.
 */
async function isArchived(
  { tenantId }: OperationContext,
  id: string,
  session: ClientSession | null,
): Promise<boolean> {
  const property = await PropertyModel.findOne({ _id: id, tenantId, isLive: true }, { status: 1 })
    .session(session)
    .lean<Pick<PropertyRow, 'status'>>();
  return property?.status === 'ARCHIVED';
}

/** @throws conflict (`property_archived`) when nothing new may be added to the property */
export async function requireActiveProperty(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<void> {
  if (await isArchived(ctx, id, session)) throw propertyArchived();
}
