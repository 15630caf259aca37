import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Change } from '@pas/shared/change/commit';
import { fenceParent } from '@pas/shared/fences/fence-parent';

/**
 * Makes sure that a property stays while this change gives it a unit, a door or a number.
 *
 * @throws not_found when the property has been deleted meanwhile
 */
export async function fenceProperty(
  { tenantId }: OperationContext,
  { transaction }: Change,
  propertyId: string,
): Promise<void> {
  await fenceParent(transaction, { tenantId, id: propertyId });
}
