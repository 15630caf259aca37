import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { FieldProblem } from '@pas/platform/errors/fault';
import { PropertyModel } from '@pas/shared/models/property';
import type { UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';

type PropertyIds = UserRow['propertyIds'];

/** The properties that a client sends, each once; undefined where it sends none. */
export function readPropertyIds(sent: PropertyIds | undefined): PropertyIds | undefined {
  return sent ? [...new Set(sent)] : sent;
}

/** What is wrong with a restriction to properties: residents have none. */
export function restrictionProblems(
  kind: UserRow['kind'],
  propertyIds: PropertyIds | undefined,
): FieldProblem[] {
  if (kind === 'STAFF' || !propertyIds) return [];
  const message = 'propertyIds: Only STAFF are restricted to properties. A RESIDENT has residences.';
  return [{ path: 'propertyIds', code: 'staff_only', message }];
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
