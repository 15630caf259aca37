import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import { recallProperty } from '@pas/shared/fences/known-parents';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UnitRow } from '@pas/shared/models/unit';
import { loadProperty } from '../properties/load-property.ts';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import { findUnitByLabel, makeUnit } from '../units/ensure-unit.ts';
import { loadUnit } from '../units/load-unit.ts';
import type { InvitedPlace } from './invite.schema.ts';

/** The immutable fields of a unit that an invite needs. */
export type PlacedUnit = Pick<UnitRow, '_id' | 'propertyId'>;

/**
 * Returns the property of a unit, usually from the cache. The write of the invite checks that the unit still
 * exists.
 *
 * @throws not_found for an unknown unit
 */
export async function loadPropertyOfUnit(ctx: OperationContext, unitId: string): Promise<PropertyRow> {
  const load = async (): Promise<string> => (await loadUnit(ctx, unitId)).propertyId;
  const propertyId = await recallProperty({ tenantId: ctx.tenantId, id: unitId }, load);
  if (!mayAccessProperty(ctx, propertyId)) throw notFound();
  return loadProperty(ctx, propertyId);
}

/** Unit and property of an invite. */
export interface FoundPlace {
  property: PropertyRow;
  /** Null when no unit has the label yet. */
  unit: PlacedUnit | null;
}

/**
 * Finds the unit of an invite, by its id or by property and label.
 *
 * @throws not_found for an unknown unit id or property, or a unit of another property than the named one
 */
export async function findInvitedUnit(ctx: OperationContext, place: InvitedPlace): Promise<FoundPlace> {
  if (place.by === 'label') {
    const { propertyId, unitLabel: label } = place;
    const named = await loadProperty(ctx, propertyId);
    return { property: named, unit: await findUnitByLabel(ctx, { propertyId, label }) };
  }
  const property = await loadPropertyOfUnit(ctx, place.unitId);
  if (place.propertyId !== undefined && place.propertyId !== property._id) throw notFound();
  return { property, unit: { _id: place.unitId, propertyId: property._id } };
}

/**
 * Creates the unit of a label, within the change that creates the invite.
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
