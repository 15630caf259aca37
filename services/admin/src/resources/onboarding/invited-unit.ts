import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/shared/errors/raise';
import type { Change } from '@pas/shared/events/commit';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UnitRow } from '@pas/shared/models/unit';
import { loadProperty } from '../properties/load-property.ts';
import { findUnit, makeUnit } from '../units/ensure-unit.ts';
import { loadUnit } from '../units/load-unit.ts';
import type { CreateInvite } from './invite.schema.ts';

interface InvitedUnit {
  property: PropertyRow;
  /** Null where the label names a unit that isn't there yet. */
  unit: UnitRow | null;
}

const named = ({ propertyId = '', unitLabel = '' }: CreateInvite) => ({ propertyId, label: unitLabel });

/**
 * Finds the unit that an invite is for, by its id or by property and label.
 *
 * @throws not_found for an unknown unit id or property, or a unit of another property than the one named with it
 */
export async function findInvitedUnit(ctx: OperationContext, input: CreateInvite): Promise<InvitedUnit> {
  if (input.unitId === undefined) {
    const property = await loadProperty(ctx, named(input).propertyId);
    return { property, unit: await findUnit(ctx, named(input)) };
  }
  const unit = await loadUnit(ctx, input.unitId);
  if (input.propertyId !== undefined && input.propertyId !== unit.propertyId) throw notFound();
  return { property: await loadProperty(ctx, unit.propertyId), unit };
}

/** Makes the unit that the label names, within the change that invites to it. */
export async function makeInvitedUnit(
  ctx: OperationContext,
  change: Change,
  input: CreateInvite,
): Promise<UnitRow> {
  return makeUnit(ctx, change, named(input));
}
