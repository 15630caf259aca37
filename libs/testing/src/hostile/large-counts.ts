import { drillSize } from '../drill-size.ts';

export const megabyte = 1_000_000;

/** A large count: the short form has a tenth of it, which the same limits refuse. */
export const large = (count: number): number => count / drillSize({ short: 10, long: 1 });
