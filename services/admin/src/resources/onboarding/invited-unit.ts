import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import { recallProperty } from '@pas/shared/fences/known-parents';
import type { UnitRow } from '@pas/shared/models/unit';
import { requireProperty } from '../properties/load-property.ts';
import { mayTouchProperty } from '../properties/property-restriction.ts';
import { findUnit, makeUnit } from '../units/ensure-unit.ts';
import { loadUnit } from '../units/load-unit.ts';
import type { CreateInvite } from './invite.schema.ts';

/** A unit, as far as an invite to it has to know it: neither ever changes. */
export type PlacedUnit = Pick<UnitRow, '_id' | 'propertyId'>;

const named = ({ propertyId = '', unitLabel = '' }: CreateInvite) => ({ propertyId, label: unitLabel });

/** A unit that was there once, mostly without asking the store; whether it still is, is seen when the invite is written. */
async function placeUnit(ctx: OperationContext, _id: string): Promise<PlacedUnit> {
  const load = async (): Promise<string> => (await loadUnit(ctx, _id)).propertyId;
  const propertyId = await recallProperty({ tenantId: ctx.tenantId, id: _id }, load);
  if (!mayTouchProperty(ctx, propertyId)) throw notFound();
  return { _id, propertyId };
}

/**
 * Finds the unit that an invite is for, by its id or by property and label.
 *
 * @returns null where the label names a unit that isn't there yet
 * @throws not_found for an unknown unit id or property, or a unit of another property than the one named with it
 */
export async function findInvitedUnit(
  ctx: OperationContext,
  input: CreateInvite,
): Promise<PlacedUnit | null> {
  if (input.unitId === undefined) {
    await requireProperty(ctx, named(input).propertyId);
    return findUnit(ctx, named(input));
  }
  const unit = await placeUnit(ctx, input.unitId);
  if (input.propertyId !== undefined && input.propertyId !== unit.propertyId) throw notFound();
  return unit;
}

/** Makes the unit that the label names, within the change that invites to it. */
export async function makeInvitedUnit(
  ctx: OperationContext,
  change: Change,
  input: CreateInvite,
): Promise<UnitRow> {
  return makeUnit(ctx, change, named(input));
}
