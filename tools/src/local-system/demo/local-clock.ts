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
