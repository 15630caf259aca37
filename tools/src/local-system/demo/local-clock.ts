import type { Dice } from './dice.ts';

/** Draws moments of the days before another one, at hours when people come and go: few by night. */
export interface LocalClock {
  draw(dice: Dice): Date;
}

/** @param days how far back the moments go */
export function createLocalClock(timeZone: string, now: Date, days: number): LocalClock {
  const hours = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const isByNight = (at: Date): boolean => Number(hours.format(at)) < 7;
  return {
    draw(dice) {
      for (;;) {
        const at = new Date(now.getTime() - dice.between(2 * 60, days * 24 * 3600) * 1000);
        if (!isByNight(at) || dice.chance(0.06)) return at;
      }
    },
  };
}

const hourMs = 3_600_000;
const [opensAt, closesAt] = [8, 18];

/**
 * The last moment, at or before another one, at which an office is open: 8:00 to 18:00 in its zone. Whole hours are taken
 * away, so that minutes and seconds stay as various as they were.
 */
export function workingTime(at: Date, timeZone: string): Date {
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at),
  );
  if (hour >= opensAt && hour < closesAt) return at;
  const back = hour < opensAt ? hour + 24 - (closesAt - 1) : hour - (closesAt - 1);
  return new Date(at.getTime() - back * hourMs);
}
