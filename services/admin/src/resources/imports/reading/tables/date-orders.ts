import type { DateOrder } from '@pas/shared/models/import';

/**
 * A date in digits with the year at the end, such as `3/1/2026`, `Mon 01.03.26` or `3-1-2026 10:00`. A day of
 * the week may precede it.
 */
const yearLast = /^[^\p{L}\d]*(?:\p{L}{2,12}\.?,?\s+)?(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})(?!\d)/u;

/** A date with the year at the end, whose other numbers are day and month in either order. */
export interface YearLastDate {
  /** The whole date with its day of the week. */
  text: string;
  first: number;
  second: number;
  year: string;
  hasDots: boolean;
}

/** Finds a date in digits, with the year at the end, at the start of a text. */
export function findYearLast(text: string): YearLastDate | null {
  const found = yearLast.exec(text);
  if (!found) return null;
  const [whole, first, separator, second, year = ''] = found;
  return { text: whole, first: Number(first), second: Number(second), year, hasDots: separator === '.' };
}

const [maxMonth, maxDay] = [12, 31];

/** Returns the order that a date has by its own numbers; null if both numbers can be the month. */
export function ownOrder({ first, second }: Pick<YearLastDate, 'first' | 'second'>): 'DMY' | 'MDY' | null {
  if (first > maxMonth && first <= maxDay) return 'DMY';
  return second > maxMonth && second <= maxDay ? 'MDY' : null;
}

/** Flags of the dates that a column has. */
const [dayFirst, monthFirst, dotted, open] = [1, 2, 4, 8];

function flagOf(cell: string): number {
  const date = findYearLast(cell);
  if (!date || date.first === date.second) return 0;
  const order = ownOrder(date);
  if (order !== null) return order === 'DMY' ? dayFirst : monthFirst;
  return date.hasDots ? dotted : open;
}

function orderOf(flags: number): DateOrder | null {
  const [isDayFirst, isMonthFirst] = [(flags & dayFirst) > 0, (flags & monthFirst) > 0];
  if (isDayFirst && isMonthFirst) return 'MIXED';
  if (isMonthFirst) return 'MDY';
  if (isDayFirst) return 'DMY';
  if ((flags & open) > 0) return 'OPEN';
  return (flags & dotted) > 0 ? 'DMY' : null;
}

/** Finds the order of day and month in each column, with one byte per column. */
export interface DateOrderTally {
  /** Adds the cells of a row. */
  add(cells: readonly string[]): void;
  /** Returns the order of each column; null for a column without dates that need one. */
  orders(): (DateOrder | null)[];
}

/** Creates the tally of a table. */
export function tallyDateOrders(columns: number): DateOrderTally {
  const flags = new Uint8Array(columns);
  return {
    add(cells) {
      for (let at = 0; at < columns; at += 1) flags[at] = (flags[at] ?? 0) | flagOf(cells[at] ?? '');
    },
    orders: () => Array.from(flags, orderOf),
  };
}
