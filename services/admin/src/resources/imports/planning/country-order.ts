import type { DateOrder, ImportColumn } from '@pas/shared/models/import';

/** The countries that write the month first (CLDR, the short date of their main language). */
const monthFirst: ReadonlySet<string> = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']);

/** Returns the order of day and month in a country (ISO 3166-1 alpha-2); OPEN without one. */
export function orderOfCountry(country: string | null | undefined): Exclude<DateOrder, 'MIXED'> {
  if (country == null) return 'OPEN';
  return monthFirst.has(country) ? 'MDY' : 'DMY';
}

/** Returns the columns with the date order of the property's country, if the dates do not show their own. */
export const withCountry = (
  columns: readonly ImportColumn[],
  property: { address?: { country?: string | null } | null } | null,
): ImportColumn[] =>
  columns.map((column) =>
    column.dateOrder === 'OPEN'
      ? { ...column, dateOrder: orderOfCountry(property?.address?.country) }
      : column,
  );
