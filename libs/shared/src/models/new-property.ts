import { newLiveRow, type RowContext } from './new-row.ts';
import { emptyProperty, type PropertyRow } from './property.ts';

type NewPropertyFields = Pick<PropertyRow, 'name' | 'timeZone'> & Partial<PropertyRow>;

/** Makes the row of a building. */
export function newProperty(ctx: RowContext, given: NewPropertyFields): PropertyRow {
  return {
    ...emptyProperty,
    ...newLiveRow(ctx, 'property'),
    locale: 'en',
    openDigit: '9',
    status: 'ACTIVE',
    ...given,
  };
}
