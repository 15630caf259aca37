import type { Messages } from '../messages/en.ts';
import { fill } from '../messages/fill.ts';
import { dateLocale } from '../messages/language.ts';
import type { PropertyRow } from '../models/property.ts';
import { weekdays, type PassWindow } from './pass-window.ts';

/** 2024-01-01 was a Monday. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

const dayName = (locale: string, index: number): string =>
  new Date(monday + index * dayMs).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' });

/** Formats a time of day such as `18:00` for a language. */
function timeOfDay(locale: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const at = new Date(monday + (hours * 60 + minutes) * 60_000);
  return at.toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'UTC' });
}

/** Describes the validity of a pass in the property's local time: its period, then its days and hours. */
export function sayTimes(
  pass: PassWindow,
  property: Pick<PropertyRow, 'locale' | 'timeZone'>,
  messages: Messages,
): readonly [period: string, ...string[]] {
  const { pass: sentences, language } = messages;
  const locale = dateLocale(language, property.locale);
  const { timeZone } = property;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  // Fonts without thin spaces would show no space.
  const times = format.formatRange(pass.startsAt, pass.endsAt).replaceAll(/[\u2009\u202F]/g, ' ');
  const period = fill(sentences.period, { times });
  const named = pass.weekdays.length === weekdays.length ? [] : pass.weekdays;
  const names = named.map((day) => dayName(locale, weekdays.indexOf(day)));
  const days = names.length === 0 ? sentences.everyDay : new Intl.ListFormat(locale).format(names);
  const { timeFrom, timeTo } = pass;
  const said: [string, ...string[]] = [period];
  if (timeFrom !== null && timeTo !== null) {
    const [from, to] = [timeOfDay(locale, timeFrom), timeOfDay(locale, timeTo)];
    said.push(fill(sentences.daily, { days, from, to }));
  } else if (names.length > 0) said.push(fill(sentences.allDay, { days }));
  return [...said, sentences.localTime];
}
