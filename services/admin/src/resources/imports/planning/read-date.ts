import { Temporal } from 'temporal-polyfill';
import { monthOf } from './month-names.ts';

/** The countries that write the month first (CLDR, the short date of their main language). */
const monthFirst: ReadonlySet<string> = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']);

type Part = 'year' | 'month' | 'day';
type Order = readonly [Part, Part, Part];

const isoOrder: Order = ['year', 'month', 'day'];

/** Range of plausible years: other years are typing errors. */
const [firstYear, lastYear] = [1900, 2199];

/** The longest date with a time, in characters. */
const maxDateLength = 64;

/** A time after the date. It is ignored, because a move has a day only. */
const time = /[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?$/i;
/** Year, month, day; the year has four digits. */
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
/** The same without separators: `20260301`. */
const digitsAlone = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/;
/** The year at the end, with two or four digits. */
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})$/;
/**
 * The month's name in the middle: `1 March 2026`, `1-Mar-26`, `1. März 2026`, `1er mars 2026`, `1 de marzo de
 * 2026`.
 */
const namedLater = /^(\d{1,2})(?:st|nd|rd|th|er|º)?[-/. ]+(?:de )?(\p{L}+)[-/. ,]+(?:de )?(\d{2}|\d{4})$/iu;
/** The month's name at the start: `March 1, 2026`. */
const namedFirst = /^(\p{L}+)[-/. ]+(\d{1,2})(?:st|nd|rd|th)?(?:, *| +|-)(\d{2}|\d{4})$/iu;
/** A day of the week before the date. */
const weekday = /^\p{L}{2,}\.?,? +(?=.*\d.*\d)/u;

/** Returns the order of the parts. Dots mean day first in every country. */
function orderOf(separator: string, country: string | null): Order {
  const isMonthFirst = separator !== '.' && country !== null && monthFirst.has(country);
  return isMonthFirst ? ['month', 'day', 'year'] : ['day', 'month', 'year'];
}

function toDate(order: Order, parts: readonly (string | number | undefined)[]): Temporal.PlainDate | null {
  const fields = Object.fromEntries(order.map((name, at) => [name, Number(parts[at])]));
  const { year = 0, month = 0, day = 0 } = fields;
  const whole = year < 100 ? 2000 + year : year;
  if (whole < firstYear || whole > lastYear) return null;
  try {
    return Temporal.PlainDate.from({ year: whole, month, day }, { overflow: 'reject' });
  } catch {
    return null;
  }
}

function readNamed(text: string): Temporal.PlainDate | null {
  const later = namedLater.exec(text);
  if (later) return toDate(['day', 'month', 'year'], [later[1], monthOf(later[2] ?? '') ?? 0, later[3]]);
  const first = namedFirst.exec(text);
  if (!first) return null;
  return toDate(['month', 'day', 'year'], [monthOf(first[1] ?? '') ?? 0, first[2], first[3]]);
}

/**
 * Reads a date in a common format: ISO 8601, year last in the country's order, or with a month name. Month
 * names may be English, Spanish, French or German.
 *
 * @param country ISO 3166-1 alpha-2; null (unknown) means day first
 * @returns null for an invalid date, such as `2026-02-30` or `13/25/2026`, and for an implausible year
 */
export function readDate(text: string, country: string | null): Temporal.PlainDate | null {
  if (text.length > maxDateLength) return null;
  const day = text.replace(time, '').trim();
  const iso = yearFirst.exec(day);
  if (iso) return toDate(isoOrder, [iso[1], iso[3], iso[4]]);
  const digits = digitsAlone.exec(day);
  if (digits) return toDate(isoOrder, digits.slice(1, 4));
  const local = yearLast.exec(day);
  if (local) return toDate(orderOf(local[2] ?? '', country), [local[1], local[3], local[4]]);
  return readNamed(day) ?? readNamed(day.replace(weekday, ''));
}

/** Returns the first moment of a day in a zone. A daylight-saving change may move it to one o'clock. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}

/** Returns the first moment of the next day: until then, the person still lives in the unit. */
export function endOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return startOfDay(date.add({ days: 1 }), timeZone);
}
