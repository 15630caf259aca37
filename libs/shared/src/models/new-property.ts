import { newLiveRow, type RowContext } from './new-row.ts';
import type { PropertyRow } from './property.ts';

type NewPropertyFields = Pick<PropertyRow, 'name' | 'timeZone'> & Partial<PropertyRow>;

const noAddress = { line1: null, line2: null, city: null, region: null, postalCode: null, country: null };

/** Makes the row of a building. */
export function newProperty(ctx: RowContext, given: NewPropertyFields): PropertyRow {
  return {
    ...newLiveRow(ctx, 'property'),
    address: noAddress,
    externalId: null,
    locale: 'en',
    openDigit: '9',
    status: 'ACTIVE',
    ...given,
  };
}
