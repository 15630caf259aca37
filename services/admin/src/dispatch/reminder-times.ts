import { Temporal } from 'temporal-polyfill';

/** The hours of a day in which people are reminded, by the clock of the property: from `first`, before `end`. */
const sendingHours = { first: 9, end: 20 };

/** The moment itself where people may be reminded then, else the next 9:00 of the place. */
export function nextSendingTime(at: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  if (local.hour >= sendingHours.first && local.hour < sendingHours.end) return at;
  const date = local.hour < sendingHours.first ? local.toPlainDate() : local.toPlainDate().add({ days: 1 });
  // By the clock of that day: it may be set in the night between.
  const morning = date.toZonedDateTime({ timeZone, plainTime: { hour: sendingHours.first } });
  return new Date(morning.epochMilliseconds);
}

interface Reminders {
  /** When the message was sent from which the hours count. */
  from: Date;
  /** Only hours that end after this moment are left: several that were missed become one. */
  after: Date;
  /** Hours after the dispatch, ascending. */
  hours: readonly number[];
  /** IANA, of the property. */
  timeZone: string;
}

const hourMs = 3_600_000;

/** When the next reminder is due; null after the last one. */
export function nextReminder({ from, after, hours, timeZone }: Reminders): Date | null {
  const moments = hours.map((hour) => new Date(from.getTime() + hour * hourMs));
  const next = moments.find((moment) => moment > after);
  return next ? nextSendingTime(next, timeZone) : null;
}
