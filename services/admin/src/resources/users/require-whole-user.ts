import type { OperationContext } from '@pas/shared/context/operation-context';
import type { UserRow } from '@pas/shared/models/user';
import { requireAllProperties } from '@pas/shared/principal/require-all-properties';
import { mayTouchProperty } from '../properties/property-restriction.ts';
import { isHeld } from '@pas/shared/residences/held-residence';

/**
 * Refuses a restricted key what would reach beyond its properties: shutting a person out of a home that is elsewhere.
 *
 * @throws forbidden when the person lives, or will live, in a property that the key may not touch
 */
export function requireWholeUser(ctx: OperationContext, { residences }: UserRow): void {
  const held = residences.filter((residence) => isHeld(residence, ctx.now));
  if (held.every(({ propertyId }) => mayTouchProperty(ctx, propertyId))) return;
  requireAllProperties(ctx);
}
