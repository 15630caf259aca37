import type { OperationContext } from '@pas/shared/context/operation-context';
import type { UserRow } from '@pas/shared/models/user';
import { requireAllProperties } from '@pas/shared/principal/require-all-properties';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import { isHeld } from '@pas/shared/residences/held-residence';

/**
 * Prevents restricted keys from ending access to homes in other properties.
 *
 * @throws forbidden when the person has a current or future residence beyond the key's properties
 */
export function requireWholeUser(ctx: OperationContext, { residences }: UserRow): void {
  const held = residences.filter((residence) => isHeld(residence, ctx));
  if (held.every(({ propertyId }) => mayAccessProperty(ctx, propertyId))) return;
  requireAllProperties(ctx);
}
