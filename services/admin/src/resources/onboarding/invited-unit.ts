import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import { recallProperty } from '@pas/shared/fences/known-parents';
import type { UnitRow } from '@pas/shared/models/unit';
import { requireProperty } from '../properties/load-property.ts';
import { mayTouchProperty } from '../properties/property-restriction.ts';
import { findUnit, makeUnit } from '../units/ensure-unit.ts';
import { loadUnit } from '../units/load-unit.ts';
import type { InvitedPlace } from './invite.schema.ts';

/** A unit, as far as an invite to it has to know it: neither ever changes. */
export type PlacedUnit = Pick<UnitRow, '_id' | 'propertyId'>;

/** A unit that was there once, mostly without asking the store; whether it still is, is seen when the invite is written. */
async function placeUnit(ctx: OperationContext, _id: string): Promise<PlacedUnit> {
  const load = async (): Promise<string> => (await loadUnit(ctx, _id)).propertyId;
  const propertyId = await recallProperty({ tenantId: ctx.tenantId, id: _id }, load);
  if (!mayTouchProperty(ctx, propertyId)) throw notFound();
  return { _id, propertyId };
}

/** The property of an invite, and its unit. */
interface FoundPlace {
  propertyId: string;
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
    await requireProperty(ctx, propertyId);
    return { propertyId, unit: await findUnit(ctx, { propertyId, label }) };
  }
  const unit = await placeUnit(ctx, place.unitId);
  if (place.propertyId !== undefined && place.propertyId !== unit.propertyId) throw notFound();
  return { propertyId: unit.propertyId, unit };
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
