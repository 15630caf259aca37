import type { ImportRow } from '@pas/shared/models/import';

/**
 * Maximum rows of a synchronous dry run, and of an import that publishes each resident's event separately.
 */
const fewRows = 5000;

/** Whether an import has so many rows that its events are published as batches. */
export const isLarge = ({ totals }: Pick<ImportRow, 'totals'>): boolean => totals.rows > fewRows;
