import { Temporal } from 'temporal-polyfill';

/** Local hours of the property in which people are reminded: from `first`, before `end`. */
const sendingHours = { first: 9, end: 20 };

/** Returns the time itself inside the sending hours, else the next local 9:00. */
export function nextSendingTime(at: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  if (local.hour >= sendingHours.first && local.hour < sendingHours.end) return at;
  const date = local.hour < sendingHours.first ? local.toPlainDate() : local.toPlainDate().add({ days: 1 });
  // Resolve 9:00 on that day: the clock may change overnight.
  const morning = date.toZonedDateTime({ timeZone, plainTime: { hour: sendingHours.first } });
  return new Date(morning.epochMilliseconds);
}

interface Reminders {
  /** Time of the dispatch from which the hours count. */
  from: Date;
  /** Only later hours count, so that several missed reminders become one. */
  after: Date;
  /** Hours after the dispatch, ascending. */
  hours: readonly number[];
  /** IANA, of the property. */
  timeZone: string;
}

const hourMs = 3_600_000;

/** Returns the time of the next reminder; null after the last one. */
export function nextReminder({ from, after, hours, timeZone }: Reminders): Date | null {
  const moments = hours.map((hour) => new Date(from.getTime() + hour * hourMs));
  const next = moments.find((moment) => moment > after);
  return next ? nextSendingTime(next, timeZone) : null;
}
