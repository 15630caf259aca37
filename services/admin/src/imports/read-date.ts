import { Temporal } from 'temporal-polyfill';
import { monthOf } from './month-names.ts';

/** The countries that write the month first (CLDR, the short date of their main language). */
const monthFirst: ReadonlySet<string> = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']);

type Part = 'year' | 'month' | 'day';
type Order = readonly [Part, Part, Part];

const isoOrder: Order = ['year', 'month', 'day'];

/** Moves are of people who live now: other years are typing errors. */
const [firstYear, lastYear] = [1900, 2199];

/** The longest date with a time, in characters. */
const maxDateLength = 64;

/** A time after the date, which is left out: a move has a day. */
const time = /[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?$/i;
/** Four digits first: year, month, day. */
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
/** The same without anything between: `20260301`. */
const digitsAlone = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/;
/** The year last, with two or four digits. */
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})$/;
/** The name of the month between: `1 March 2026`, `1-Mar-26`, `1. März 2026`, `1er mars 2026`, `1 de marzo de 2026`. */
const namedLater = /^(\d{1,2})(?:st|nd|rd|th|er|º)?[-/. ]+(?:de )?(\p{L}+)[-/. ,]+(?:de )?(\d{2}|\d{4})$/iu;
/** The name of the month first: `March 1, 2026`. */
const namedFirst = /^(\p{L}+)[-/. ]+(\d{1,2})(?:st|nd|rd|th)?(?:, *| +|-)(\d{2}|\d{4})$/iu;
/** A day of the week before the date. */
const weekday = /^\p{L}{2,}\.?,? +(?=.*\d.*\d)/u;

/** Points between the parts are written where the day comes first, in every country. */
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
 * Reads a day as people write it: ISO 8601, with the year last in the order of the property's country, or with the name of
 * the month in English, Spanish, French or German.
 *
 * @param country ISO 3166-1 alpha-2; null where it is unknown, which is read with the day first
 * @returns null for what is no day, such as `2026-02-30` or `13/25/2026`, and for a year that is far away
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

/** The first moment of a day in a zone; days after the change to summer time may begin at one o'clock. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}

/** The first moment of the next day: until then, the person still lives there. */
export function endOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return startOfDay(date.add({ days: 1 }), timeZone);
}
