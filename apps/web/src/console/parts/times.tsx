import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

const full = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const toTheSecond = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns a time in words: relative within a month, else a date. */
function timeInWords(at: string, now = Date.now()): string {
  const distance = Date.parse(at) - now;
  if (Math.abs(distance) > 30 * 86_400_000) return full.format(new Date(at));
  const [unit, size] = steps.find(([, ms]) => Math.abs(distance) >= ms) ?? ['minute', 60_000];
  const count = Math.round(distance / size);
  return unit === 'minute' && count === 0 ? 'just now' : relative.format(count, unit);
}

/** Returns the day of a time in a zone: `Feb 28, 2027`. */
export const sayDay = (at: string, timeZone?: string | null): string =>
  new Date(at).toLocaleDateString('en', { dateStyle: 'medium', ...(timeZone && { timeZone }) });

interface DayProps {
  at: string;
  /** The time zone of the building; the person's own one without it. */
  timeZone?: string | null | undefined;
}

/** A day, with the person's exact time on hover. */
export function Day({ at, timeZone }: DayProps): ReactNode {
  return (
    <time dateTime={at} title={full.format(new Date(at))}>
      {sayDay(at, timeZone)}
    </time>
  );
}

interface TimeProps {
  at: string | null;
  /** Shows seconds, where the order within a minute matters. */
  isExact?: boolean;
}

/** A time in words, with the exact one on hover; a dash for null. */
export function Time({ at, isExact = false }: TimeProps): ReactNode {
  if (at === null) return <Text span>–</Text>;
  return (
    <time dateTime={at} title={full.format(new Date(at))}>
      {isExact ? toTheSecond.format(new Date(at)) : timeInWords(at)}
    </time>
  );
}
