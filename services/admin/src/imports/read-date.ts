import { Temporal } from 'temporal-polyfill';

/** The countries that write the month first (CLDR, the short date of their main language). */
const monthFirst: ReadonlySet<string> = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']);

type Order = readonly ['year' | 'month' | 'day', 'year' | 'month' | 'day', 'year' | 'month' | 'day'];

const isoOrder: Order = ['year', 'month', 'day'];

/** Four digits first: year, month, day. A time after the date is left out: a move has a day. */
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** The year last, with two or four digits. */
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?$/;

/** Points between the parts are written where the day comes first, in every country. */
function orderOf(separator: string, country: string | null): Order {
  const isMonthFirst = separator !== '.' && country !== null && monthFirst.has(country);
  return isMonthFirst ? ['month', 'day', 'year'] : ['day', 'month', 'year'];
}

function toDate(order: Order, parts: readonly string[]): Temporal.PlainDate | null {
  const fields = Object.fromEntries(order.map((name, at) => [name, Number(parts[at])]));
  const { year = 0, month = 0, day = 0 } = fields;
  try {
    return Temporal.PlainDate.from(
      { year: year < 100 ? 2000 + year : year, month, day },
      { overflow: 'reject' },
    );
  } catch {
    return null;
  }
}

/**
 * Reads a day as people write it: ISO 8601, or with the year last in the order of the property's country.
 *
 * @param country ISO 3166-1 alpha-2; null where it is unknown, which is read with the day first
 * @returns null for what is no day, such as `2026-02-30` or `13/25/2026`
 */
export function readDate(text: string, country: string | null): Temporal.PlainDate | null {
  const iso = yearFirst.exec(text);
  if (iso) return toDate(isoOrder, iso.slice(1, 4));
  const local = yearLast.exec(text);
  if (!local) return null;
  const [, first = '', separator = '', second = '', last = ''] = local;
  return toDate(orderOf(separator, country), [first, second, last]);
}

/** The first moment of a day in a zone; days after the change to summer time may begin at one o'clock. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}

/** The first moment of the next day: until then, the person still lives there. */
export function endOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return startOfDay(date.add({ days: 1 }), timeZone);
}
