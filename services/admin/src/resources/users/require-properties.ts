import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { invalidField } from '@pas/shared/errors/raise';
import { PropertyModel } from '@pas/shared/models/property';
import type { UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';

type PropertyIds = UserRow['propertyIds'];

/**
 * Reads the properties of a requested restriction, without duplicates; undefined without any.
 *
 * @throws invalid for residents, whose only restriction is their residences
 */
export function readPropertyIds(
  kind: UserRow['kind'],
  sent: PropertyIds | undefined,
): PropertyIds | undefined {
  if (!sent) return sent;
  if (kind === 'STAFF') return [...new Set(sent)];
  const message = 'propertyIds: Only STAFF are restricted to properties. A RESIDENT has residences.';
  throw invalidField('propertyIds', 'staff_only', message);
}

/** @throws not_found when one of the properties is unknown */
export async function requireProperties(
  { tenantId }: OperationContext,
  propertyIds: PropertyIds | undefined,
  session: ClientSession,
): Promise<void> {
  if (!propertyIds) return;
  const known = { tenantId, isLive: true, _id: { $in: propertyIds } };
  const count = await PropertyModel.countDocuments(known).session(session);
  if (count < propertyIds.length) throw notFound();
}
