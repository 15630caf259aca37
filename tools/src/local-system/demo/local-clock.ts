import type { Dice } from './dice.ts';

/** Draws times of the past days with a realistic distribution, with few at night. */
export interface LocalClock {
  draw(dice: Dice): Date;
}

/** @param days number of days before `now` */
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
 * Returns the latest office hour (8:00 to 18:00 in the zone) at or before a time. Subtracts whole hours, so that
 * minutes and seconds stay random.
 */
export function workingTime(at: Date, timeZone: string): Date {
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at),
  );
  if (hour >= opensAt && hour < closesAt) return at;
  const back = hour < opensAt ? hour + 24 - (closesAt - 1) : hour - (closesAt - 1);
  return new Date(at.getTime() - back * hourMs);
}
