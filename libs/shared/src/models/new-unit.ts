import { searchWords } from '@pas/platform/lists/search-words';
import { toLabelKey } from './label-key.ts';
import { newLiveRow, type RowContext } from './new-row.ts';
import type { UnitRow } from './unit.ts';

type NewUnitFields = Pick<UnitRow, 'propertyId' | 'label'> & Partial<UnitRow>;

/** Makes the row of a vacant unit. */
export function newUnit(ctx: RowContext, given: NewUnitFields): UnitRow {
  const labelKey = toLabelKey(given.label);
  return {
    ...newLiveRow(ctx, 'unit'),
    labelKey,
    dialCode: null,
    floor: null,
    externalId: null,
    occupancy: 'VACANT',
    searchWords: searchWords(given.label, labelKey),
    childrenEpoch: 0,
    ...given,
  };
}
