import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import { recallProperty } from '@pas/shared/fences/known-parents';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UnitRow } from '@pas/shared/models/unit';
import { loadProperty } from '../properties/load-property.ts';
import { mayTouchProperty } from '../properties/property-restriction.ts';
import { findUnit, makeUnit } from '../units/ensure-unit.ts';
import { loadUnit } from '../units/load-unit.ts';
import type { InvitedPlace } from './invite.schema.ts';

/** A unit, as far as an invite to it has to know it: neither ever changes. */
export type PlacedUnit = Pick<UnitRow, '_id' | 'propertyId'>;

/**
 * Gives the property of a unit that was there once, mostly without asking the store for the unit. Whether the unit still
 * is there is seen when the invite is written.
 *
 * @throws not_found for an unknown unit
 */
export async function loadPropertyOfUnit(ctx: OperationContext, unitId: string): Promise<PropertyRow> {
  const load = async (): Promise<string> => (await loadUnit(ctx, unitId)).propertyId;
  const propertyId = await recallProperty({ tenantId: ctx.tenantId, id: unitId }, load);
  if (!mayTouchProperty(ctx, propertyId)) throw notFound();
  return loadProperty(ctx, propertyId);
}

/** Where an invite is to. */
export interface FoundPlace {
  property: PropertyRow;
  /** Null where the label names a unit that isn't there yet. */
  unit: PlacedUnit | null;
}

/**
 * Finds the unit that an invite is for, by its id or by property and label.
 *
 * @throws not_found for an unknown unit id or property, or a unit of another property than the one named with it
 */
export async function findInvitedUnit(ctx: OperationContext, place: InvitedPlace): Promise<FoundPlace> {
  if (place.by === 'label') {
    const { propertyId, unitLabel: label } = place;
    const named = await loadProperty(ctx, propertyId);
    return { property: named, unit: await findUnit(ctx, { propertyId, label }) };
  }
  const property = await loadPropertyOfUnit(ctx, place.unitId);
  if (place.propertyId !== undefined && place.propertyId !== property._id) throw notFound();
  return { property, unit: { _id: place.unitId, propertyId: property._id } };
}

/**
 * Makes the unit that the label names, within the change that invites to it.
 *
 * @throws not_found for a unit that was named by its id
 */
export async function makeInvitedUnit(
  ctx: OperationContext,
  change: Change,
  place: InvitedPlace,
): Promise<UnitRow> {
  if (place.by === 'unit') throw notFound();
  return makeUnit(ctx, change, { propertyId: place.propertyId, label: place.unitLabel });
}
