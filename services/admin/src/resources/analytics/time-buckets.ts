import { Temporal } from 'temporal-polyfill';

/** The spans into which a series can be cut. */
export const intervals = ['hour', 'day', 'week'] as const;
export type Interval = (typeof intervals)[number];

/** How a series is cut: by the clock and calendar of a place. */
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
  // Where a clock is set by half an hour, the same hour may begin twice; the code that takes the starts skips the second.
  for (let hours = 0; ; hours += 1) {
    yield from.add({ hours }).round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds;
  }
}

function* daysFrom(first: Temporal.PlainDate, step: number, timeZone: string): Starts {
  // The start of a day is not always midnight: in some places summer begins then.
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
 * Cuts a period into the hours, days or weeks of a place: the starts of its buckets, of which the first may lie before
 * the period. A day is as long as it is there, 23 or 25 hours where the clock is set; weeks start on Monday (ISO 8601).
 *
 * @returns milliseconds since 1970, ascending
 */
export function bucketStarts({ from, to }: Period, cut: Cut): number[] {
  const starts: number[] = [];
  const candidates = startsFrom(from, cut);
  for (;;) {
    const start = candidates.next().value;
    if (start >= to.getTime()) return starts;
    // A day that a place has left out, at the date line, begins when the next one does.
    if (start > (starts.at(-1) ?? -Infinity)) starts.push(start);
  }
}

/** Which bucket a moment falls into; the last one whose start isn't after it. */
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
 * The longest span, at most an hour, of which every bucket is a whole number: sums over such spans can be made where no
 * time zone is known. A quarter of an hour is the shortest that a zone of our time needs.
 */
export function granuleOf(starts: readonly number[]): number {
  return starts.reduce((divisor, start) => divisorOf(divisor, Math.abs(start)), hourMs);
}
