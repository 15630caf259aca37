import { fenceParent } from '@pas/shared/fences/fence-parent';
import type { ClientSession } from 'mongoose';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalid } from '@pas/platform/errors/raise';
import { sentFields } from '@pas/platform/http/sent-fields';
import { invalidField } from '@pas/shared/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import { loadProperty } from '../properties/load-property.ts';
import { loadUnit } from '../units/load-unit.ts';
import { unitProblem, type CreateAccessPoint, type UpdateAccessPoint } from './access-point.schema.ts';
import { loadAccessPoint } from './load-access-point.ts';

type Place = Pick<AccessPointRow, 'propertyId' | 'unitId' | 'kind'>;
type MovedPlace = Pick<UpdateAccessPoint, 'unitId' | 'kind'>;
type CreatedPlace = MovedPlace & Partial<Pick<CreateAccessPoint, 'propertyId'>>;

/**
 * Requires that kind, unit and property of a door agree.
 *
 * @throws invalid when kind and unit don't agree or the unit is of another property, not_found for an unknown
 * unit
 */
async function checkPlace(
  ctx: OperationContext,
  place: Place,
  session: ClientSession | null = null,
): Promise<void> {
  const problem = unitProblem(place);
  if (problem) throw invalid([{ path: 'unitId', code: problem.code, message: `unitId: ${problem.message}` }]);
  if (place.unitId === null) return;
  const unit = await loadUnit(ctx, place.unitId, session);
  if (unit.propertyId === place.propertyId) return;
  throw invalidField(
    'unitId',
    'invalid_value',
    'unitId: The unit belongs to another property. Send a unit of this property.',
  );
}

/**
 * Checks the place of a door, and fences its unit against a concurrent delete.
 *
 * @throws as `checkPlace`
 */
export async function placeAccessPoint(ctx: OperationContext, change: Change, place: Place): Promise<void> {
  await checkPlace(ctx, place, change.session);
  if (place.unitId === null) return;
  await fenceParent(change.transaction, { kind: 'unit', tenantId: ctx.tenantId, id: place.unitId });
}

/** Checks the place of a new door when other fields have problems; without a property it checks nothing. */
export async function checkNewPlace(
  ctx: OperationContext,
  { propertyId, unitId = null, kind }: CreatedPlace,
): Promise<void> {
  if (propertyId === undefined || kind === undefined) return;
  await loadProperty(ctx, propertyId);
  await checkPlace(ctx, { propertyId, unitId, kind });
}

/** Checks the new place of a patched door when other fields have problems. */
export async function checkMove(ctx: OperationContext, id: string, moved: MovedPlace): Promise<void> {
  const { propertyId, unitId, kind } = await loadAccessPoint(ctx, id);
  await checkPlace(ctx, {
    propertyId,
    unitId,
    kind,
    ...sentFields({ unitId: moved.unitId, kind: moved.kind }),
  });
}
