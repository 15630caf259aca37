import { toLabelKey } from './label-key.ts';
import { newLiveRow, type RowContext } from './new-row.ts';
import { emptyUnit, type UnitRow } from './unit.ts';

type NewUnitFields = Pick<UnitRow, 'propertyId' | 'label'> & Partial<UnitRow>;

/** Makes the row of a vacant unit. */
export function newUnit(ctx: RowContext, given: NewUnitFields): UnitRow {
  return {
    ...emptyUnit,
    ...newLiveRow(ctx, 'unit'),
    labelKey: toLabelKey(given.label),
    occupancy: 'VACANT',
    childrenEpoch: 0,
    ...given,
  };
}
