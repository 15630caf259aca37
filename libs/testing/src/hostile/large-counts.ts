import { drillSize } from '../drill-size.ts';

/** Bytes of a megabyte. */
export const megabyte = 1_000_000;

/** Returns a count for the long run, and a tenth of it for the short one. The same limits refuse both. */
export const large = (count: number): number => count / drillSize({ short: 10, long: 1 });
