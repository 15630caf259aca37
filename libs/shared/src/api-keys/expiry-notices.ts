const dayMs = 24 * 3600 * 1000;

/** How many days before the end of a key its notices are published, the first one first. */
export const noticeDays = [14, 1] as const;

const isReached = (days: number, expiresAt: Date, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() <= days * dayMs;

/**
 * The last notice whose time has come for a key that ends at `expiresAt`. A key counts as noticed for it when it gets its
 * end: nobody needs to be told that a key of ten days has less than fourteen.
 *
 * @returns days before the end; null before the time of the first notice
 */
export function passedNotice(expiresAt: Date, now: Date): (typeof noticeDays)[number] | null {
  return noticeDays.findLast((days) => isReached(days, expiresAt, now)) ?? null;
}
