const dayMs = 24 * 3600 * 1000;

/** Days before the end of a key at which its notices are published, the first notice first. */
export const noticeDays = [14, 1] as const;

const isReached = (days: number, expiresAt: Date, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() <= days * dayMs;

/**
 * Returns the last due notice of a key that ends at `expiresAt`. Notices due at creation count as sent: a key of ten
 * days needs no notice of fourteen.
 *
 * @returns days before the end; null before the time of the first notice
 */
export function passedNotice(expiresAt: Date, now: Date): (typeof noticeDays)[number] | null {
  return noticeDays.findLast((days) => isReached(days, expiresAt, now)) ?? null;
}
