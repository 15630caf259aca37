import type { ImportRow } from '@pas/shared/models/import';
import { newRow, type RowContext } from '@pas/shared/models/new-row';
import { newTotals } from '../rows/count-verdicts.ts';

const ttlMs = 24 * 3_600_000;

/** Returns the end of a plan's validity: 24 hours. */
export const planExpiry = (now: Date): Date => new Date(now.getTime() + ttlMs);

/** Creates the row of an import without rows, whose plan is valid for 24 hours. */
export function newImport(
  ctx: RowContext,
  given: Partial<ImportRow> & Pick<ImportRow, 'createdBy' | 'fileName' | 'isRestricted'>,
): ImportRow {
  return {
    ...newRow(ctx, 'import'),
    status: 'VALIDATING',
    propertyId: null,
    reach: null,
    separator: null,
    correctedAt: null,
    planHash: null,
    columns: [],
    options: { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: false, invite: 'NONE' },
    totals: newTotals(0),
    newUnits: 0,
    expiresAt: planExpiry(ctx.now),
    committedAt: null,
    checkpoint: 0,
    failure: null,
    proposable: null,
    commit: null,
    progress: null,
    stopRequestedAt: null,
    ending: null,
    invitedThrough: null,
    revert: null,
    ...given,
  };
}
