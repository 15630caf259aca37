import type { ImportRow } from '@pas/shared/models/import';

/**
 * Maximum rows of a dry run that is answered at once, and of an import with one bus message per resident
 * event.
 */
const fewRows = 5000;

/** Whether an import has so many rows that its events are published as batches. */
export const isLarge = ({ totals }: Pick<ImportRow, 'totals'>): boolean => totals.rows > fewRows;
