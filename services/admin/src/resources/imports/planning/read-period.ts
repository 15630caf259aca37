import type { ImportColumn } from '@pas/shared/models/import';
import type { KnownProperty } from './property-directory.ts';
import type { Report } from './read-cells.ts';
import { endOfDay, readDate, readMidnight, startOfDay, yearsAhead } from './read-date.ts';

type DateField = 'moveIn' | 'moveOut';

/** The moves of a row, as sent. */
export interface SentPeriod {
  moveIn?: string | null;
  moveOut?: string | null;
}

/** The import and the property of a row, whose rules its dates follow. */
export interface PeriodContext {
  columns: readonly ImportColumn[];
  createdAt: Date;
  property: KnownProperty | null;
}

/** Returns the latest plausible move-in of an import. */
const latestStart = (createdAt: Date): Date =>
  new Date(new Date(createdAt).setUTCFullYear(createdAt.getUTCFullYear() + yearsAhead));

/** Explains why a text is not a date. */
function explain(text: string): string {
  return /^\d{5}$/.test(text)
    ? `${text} is how spreadsheets store a day. Format the column as a date, and send it again.`
    : `“${text.slice(0, 40)}” is not a date. Write dates as 2026-03-01.`;
}

/** Explains why day and month of a date are unknown. */
const explainAmbiguous = (text: string, isMixed: boolean): string =>
  isMixed
    ? `The column has dates with the day first and with the month first, so “${text}” has two meanings. Write dates as 2026-03-01.`
    : `“${text}” does not show which number is the month. Write dates as 2026-03-01, or set the country of the property.`;

/** Reads a day, and reports a text that is not one. */
function readDay(field: DateField, text: string, period: PeriodContext, report: Report) {
  const { columns, createdAt, property } = period;
  const order = columns.find((column) => column.field === field)?.dateOrder;
  const country = property?.address?.country ?? null;
  const rules = { order, country, thisYear: createdAt.getUTCFullYear() };
  const date = (property && readMidnight(text, property.timeZone)) ?? readDate(text, rules);
  if (date === null) report({ field, code: 'invalid_format', message: `${field}: ${explain(text)}` });
  // The order of an unknown property is unknown, too; the row has that error already.
  if (date !== 'ambiguous') return date;
  const message = `${field}: ${explainAmbiguous(text, order === 'MIXED')}`;
  if (property) report({ field, code: 'ambiguous_date', message });
  return null;
}

function readStart(text: string | null, period: PeriodContext, report: Report): Date | null {
  const date = text === null ? null : readDay('moveIn', text, period, report);
  if (!date || !period.property) return null;
  const startsAt = startOfDay(date, period.property.timeZone);
  if (startsAt <= latestStart(period.createdAt)) return startsAt;
  const message = `moveIn: ${date.toString()} is more than ten years ahead. Correct the year.`;
  report({ field: 'moveIn', code: 'implausible_date', message });
  return null;
}

function readEnd(text: string | null, period: PeriodContext, report: Report): Date | null {
  const date = text === null ? null : readDay('moveOut', text, period, report);
  return date && period.property && endOfDay(date, period.property.timeZone);
}

/** Reads the moves of a row: the first moment in the unit, and the first moment after the last day. */
export function readPeriod(
  { moveIn = null, moveOut = null }: SentPeriod,
  period: PeriodContext,
  report: Report,
): { startsAt: Date | null; endsAt: Date | null } {
  const startsAt = readStart(moveIn, period, report);
  const endsAt = readEnd(moveOut, period, report);
  if (startsAt && endsAt && endsAt <= startsAt) {
    const message = 'moveOut: The move-out is before the move-in.';
    report({ field: 'moveOut', code: 'move_out_before_move_in', message });
  }
  return { startsAt, endsAt };
}
