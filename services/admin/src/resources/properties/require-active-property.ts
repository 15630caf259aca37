import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import type { ClientSession } from 'mongoose';

/**
 * Whether a property is archived. That it exists is for others to say. Read in the snapshot of the change: a change that
 * runs beside the archiving stands as if it had come before.
 */
export async function isArchived(
  { tenantId }: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<boolean> {
  const property = await PropertyModel.findOne({ _id: id, tenantId, isLive: true }, { status: 1 })
    .session(session)
    .lean<Pick<PropertyRow, 'status'>>();
  return property?.status === 'ARCHIVED';
}

/** The refusal of anything new in an archived property. */
export const propertyArchived = () =>
  conflict(
    'property_archived',
    'The property is archived and takes nothing new. Set its status to ACTIVE first, or choose another property.',
  );

/** @throws conflict (`property_archived`) when nothing new may be added to the property */
export async function requireActiveProperty(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<void> {
  if (await isArchived(ctx, id, session)) throw propertyArchived();
}
