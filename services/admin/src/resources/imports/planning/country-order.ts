import type { DateOrder } from '@pas/shared/models/import';

/** The countries that write the month first (CLDR, the short date of their main language). */
const monthFirst: ReadonlySet<string> = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']);

/** Returns the order of day and month in a country (ISO 3166-1 alpha-2); OPEN without one. */
export function orderOfCountry(country: string | null | undefined): Exclude<DateOrder, 'MIXED'> {
  if (country == null) return 'OPEN';
  return monthFirst.has(country) ? 'MDY' : 'DMY';
}
