import { fenceParent } from '@pas/shared/fences/fence-parent';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalid } from '@pas/platform/errors/raise';
import { invalidField } from '@pas/shared/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import { loadUnit } from '../units/load-unit.ts';
import { unitProblem } from './access-point.schema.ts';

type Place = Pick<AccessPointRow, 'propertyId' | 'unitId' | 'kind'>;

/**
 * Makes sure that a door is where it can be, and that its unit stays while it is put there.
 *
 * @throws invalid when kind and unit don't agree or the unit is of another property, not_found for an unknown unit
 */
export async function placeAccessPoint(ctx: OperationContext, change: Change, place: Place): Promise<void> {
  const problem = unitProblem(place);
  if (problem) throw invalid([{ path: 'unitId', code: problem.code, message: `unitId: ${problem.message}` }]);
  if (place.unitId === null) return;
  const unit = await loadUnit(ctx, place.unitId, change.session);
  if (unit.propertyId !== place.propertyId) {
    throw invalidField('unitId', 'invalid_value', 'unitId: The unit is of another property.');
  }
  await fenceParent(change.transaction, { kind: 'unit', tenantId: ctx.tenantId, id: place.unitId });
}
