import { Temporal } from 'temporal-polyfill';

/** The spans into which a series can be cut. */
export const intervals = ['hour', 'day', 'week'] as const;
export type Interval = (typeof intervals)[number];

/** Interval of a series, in the calendar of a time zone. */
export interface Cut {
  interval: Interval;
  /** IANA. */
  timeZone: string;
}

/** A span of time: `from` inclusive, `to` exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/** Starts of buckets in milliseconds since 1970, one after the other. */
type Starts = Iterator<number, never>;

function* hoursFrom(from: Temporal.ZonedDateTime): Starts {
  // A clock change of half an hour may start the same hour twice; the consumer skips the second start.
  // second.
  for (let hours = 0; ; hours += 1) {
    yield from.add({ hours }).round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds;
  }
}

function* daysFrom(first: Temporal.PlainDate, step: number, timeZone: string): Starts {
  // The start of a day is not always midnight: in some zones daylight saving time begins then.
  for (let days = 0; ; days += step) yield first.add({ days }).toZonedDateTime(timeZone).epochMilliseconds;
}

function startsFrom(from: Date, { interval, timeZone }: Cut): Starts {
  const local = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone);
  if (interval === 'hour') return hoursFrom(local);
  const date = local.toPlainDate();
  if (interval === 'day') return daysFrom(date, 1, timeZone);
  return daysFrom(date.subtract({ days: date.dayOfWeek - 1 }), 7, timeZone);
}

/**
 * Cuts a period into local hours, days or weeks, and returns the starts of the buckets. The first may precede
 * the period. A day has 23 or 25 hours at a clock change; weeks start on Monday (ISO 8601).
 *
 * @returns milliseconds since 1970, ascending
 */
export function bucketStarts({ from, to }: Period, cut: Cut): number[] {
  const starts: number[] = [];
  const candidates = startsFrom(from, cut);
  for (;;) {
    const start = candidates.next().value;
    if (start >= to.getTime()) return starts;
    // A day that a zone omits, at the date line, begins with the next one.
    if (start > (starts.at(-1) ?? -Infinity)) starts.push(start);
  }
}

/** Returns the index of a moment's bucket: the last one that starts at or before it. */
export function bucketAt(starts: readonly number[], moment: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const hourMs = 3_600_000;

const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b));

/**
 * Returns the longest span, at most an hour, that divides every bucket. The store can sum over such spans
 * without knowing time zones. Zones since 1970 need no span below a quarter of an hour.
 */
export function granuleOf(starts: readonly number[]): number {
  return starts.reduce((divisor, start) => divisorOf(divisor, Math.abs(start)), hourMs);
}
