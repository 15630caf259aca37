import type { ImportRow } from '@pas/shared/models/import';

/** The rows up to which a dry run is answered at once, and each resident's event is a message of the bus by itself. */
const fewRows = 5000;

/** Whether an import has so many rows that its events are published as batches. */
export const isLarge = ({ totals }: Pick<ImportRow, 'totals'>): boolean => totals.rows > fewRows;
