import type { ClientSession } from 'mongoose';
import type { OperationContext } from '../context/operation-context.ts';
import { PropertyModel, type PropertyRow } from '../models/property.ts';
import { propertyArchived } from './property-archived.ts';

/**
 * Whether a property is archived; its existence is checked elsewhere. A transaction whose snapshot is older than the
 * archiving may still commit.
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
