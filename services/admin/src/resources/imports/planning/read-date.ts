import type { DateOrder } from '@pas/shared/models/import';
import { Temporal } from 'temporal-polyfill';
import { findYearLast, ownOrder, type YearLastDate } from '../reading/tables/date-orders.ts';
import { orderOfCountry } from './country-order.ts';
import { monthOf } from './month-names.ts';

type Part = 'year' | 'month' | 'day';
type Order = readonly [Part, Part, Part];

const isoOrder: Order = ['year', 'month', 'day'];

/** Range of plausible years: other years are typing errors. */
const [firstYear, lastYear] = [1900, 2199];

/** The longest date with a time, in characters. */
const maxDateLength = 80;

/** Years that a short year may lie ahead, and a move-in as well. */
export const yearsAhead = 10;

/** A time after the date. It is ignored, because a move has a day only. */
const time =
  /[T ,]{1,3}\d{1,2}[:h]\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.? ?m\.?| Uhr)?(?: ?(?:Z|UTC|GMT)?(?:[+-]\d{2}:?\d{2})?)(?: \([^)]{0,40}\))?$/i;
/** Year, month, day; the year has four digits. */
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
/** The same with the month's name: `2026-Mar-01`. */
const namedWithin = /^(\d{4})[-/. ]+(\p{L}+)[-/. ]+(\d{1,2})$/u;
/** The same without separators: `20260301`. */
const digitsAlone = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/;
/**
 * The month's name in the middle: `1 March 2026`, `1-Mar-26`, `1. März 2026`, `1er mars 2026`, `1 de marzo de
 * 2026`.
 */
const namedLater =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|o)?[-/. ]+(?:(?:de|of) )?(\p{L}+)[-/. ,]+(?:del? )?(\d{2}|\d{4})$/iu;
/** The month's name at the start: `March 1, 2026`. */
const namedFirst = /^(\p{L}+)[-/. ]+(\d{1,2})(?:st|nd|rd|th)?(?:, *| +|-|\/)(\d{2}|\d{4})$/iu;
/** A day of the week before the date. */
const weekday = /^\p{L}{2,}\.?,? +(?=.*\d.*\d)/u;
/** A time with its distance from UTC. */
const instant = /\d[T ]\d{2}:\d{2}\S*(?:Z|[+-]\d{2}:?\d{2})$/i;

/** The rules for the dates of a column. */
export interface DateRules {
  /** The order of the column; undefined for a column without dates that need one. */
  order?: DateOrder | null | undefined;
  /** The country of the property, ISO 3166-1 alpha-2. */
  country: string | null;
  /** The year of the upload. A short year lies at most ten years after it, else in the century before. */
  thisYear: number;
}

/** Returns the year that is meant; its last two digits are enough. */
function wholeYear(text: string, { thisYear }: DateRules): number {
  const year = Number(text);
  const last = thisYear + yearsAhead;
  return text.length > 2 ? year : last - ((last - year) % 100);
}

type Parts = readonly (string | number | undefined)[];

function toDate(order: Order, parts: Parts, rules: DateRules): Temporal.PlainDate | null {
  const named = Object.fromEntries(order.map((name, at) => [name, String(parts[at])]));
  const year = wholeYear(named['year'] ?? '', rules);
  if (year < firstYear || year > lastYear) return null;
  try {
    const [month, day] = [Number(named['month']), Number(named['day'])];
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return null;
  }
}

function readNamed(text: string, rules: DateRules): Temporal.PlainDate | null {
  const within = namedWithin.exec(text);
  if (within) return toDate(isoOrder, [within[1], monthOf(within[2] ?? '') ?? 0, within[3]], rules);
  const later = namedLater.exec(text);
  if (later)
    return toDate(['day', 'month', 'year'], [later[1], monthOf(later[2] ?? '') ?? 0, later[3]], rules);
  const first = namedFirst.exec(text);
  if (!first) return null;
  return toDate(['month', 'day', 'year'], [monthOf(first[1] ?? '') ?? 0, first[2], first[3]], rules);
}

/** Chooses the order of a date. Dots mean day first in every country, unless the column shows the other order. */
function chooseOrder(date: YearLastDate, { order, country }: DateRules): DateOrder {
  const own = ownOrder(date);
  if (own !== null) return own;
  // Both orders are the same day.
  if (date.first === date.second) return 'DMY';
  if (order && order !== 'OPEN') return order;
  return date.hasDots ? 'DMY' : orderOfCountry(country);
}

function readYearLast(date: YearLastDate, rules: DateRules): Temporal.PlainDate | 'ambiguous' | null {
  const order = chooseOrder(date, rules);
  if (order === 'OPEN' || order === 'MIXED') return 'ambiguous';
  const { first, second, year } = date;
  const [day, month] = order === 'DMY' ? [first, second] : [second, first];
  return toDate(isoOrder, [year, month, day], rules);
}

/**
 * Reads a date in a common format: ISO 8601, year last, or with a month name. The column, else the country,
 * gives the order of day and month. Month names may be English, Spanish, French or German.
 *
 * @returns `ambiguous` for a date whose month is one of two numbers. Null for an invalid date, such as
 *   `2026-02-30` or `13/25/2026`, and for an implausible year
 */
export function readDate(text: string, rules: DateRules): Temporal.PlainDate | 'ambiguous' | null {
  if (text.length > maxDateLength) return null;
  const day = text.normalize('NFKC').replace(time, '').trim();
  const iso = yearFirst.exec(day);
  if (iso) return toDate(isoOrder, [iso[1], iso[3], iso[4]], rules);
  const digits = digitsAlone.exec(day);
  if (digits) return toDate(isoOrder, digits.slice(1, 4), rules);
  const local = findYearLast(day);
  if (local?.text === day) return readYearLast(local, rules);
  return readNamed(day, rules) ?? readNamed(day.replace(weekday, ''), rules);
}

/**
 * Reads a moment that is midnight in a zone as the day that it begins. Programs export `2026-02-28T23:00:00Z`
 * for the first of March in Berlin.
 *
 * @returns null for a text without distance from UTC, and for another time of the day
 */
export function readMidnight(text: string, timeZone: string): Temporal.PlainDate | null {
  if (text.length > maxDateLength || !instant.test(text)) return null;
  try {
    const moment = Temporal.Instant.from(text).toZonedDateTimeISO(timeZone);
    return moment.equals(moment.startOfDay()) ? moment.toPlainDate() : null;
  } catch {
    return null;
  }
}

/** Returns the first moment of a day in a zone. A daylight-saving change may move it to one o'clock. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}

/** Returns the first moment of the next day: until then, the person still lives in the unit. */
export function endOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return startOfDay(date.add({ days: 1 }), timeZone);
}
