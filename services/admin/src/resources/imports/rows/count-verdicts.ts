import type { ImportTotals } from '@pas/shared/models/import';
import type { ResolvedRow } from './resolved-row.ts';

/** Returns the totals of an import without resolved rows. */
export function newTotals(rows: number): ImportTotals {
  return { rows, create: 0, update: 0, unchanged: 0, skip: 0, error: 0, moveOut: 0, reverted: 0 };
}

/** Adds the verdicts of rows to the totals of their import. */
export function countVerdicts(totals: ImportTotals, rows: readonly ResolvedRow[]): ImportTotals {
  const sums = { ...totals };
  for (const { verdict } of rows) sums[verdict === 'move_out' ? 'moveOut' : verdict] += 1;
  return sums;
}

/** Counts the units that the operations of rows create. */
export const countNewUnits = (rows: readonly ResolvedRow[]): number =>
  rows.filter(({ operation }) => operation?.newUnit != null).length;

/** Whether no row can be committed because each of them has errors. */
export const isInvalid = ({ rows, error }: ImportTotals): boolean => error === rows;
