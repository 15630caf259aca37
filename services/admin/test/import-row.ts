import type { ImportRow } from '@pas/shared/models/import';
import { newRow } from '@pas/shared/models/new-row';

const dayMs = 24 * 3_600_000;

/** An import of a tenant's residents whose plan waits to be executed. */
export function importRow(tenantId: string, fields: Partial<ImportRow> = {}): ImportRow {
  const now = new Date();
  return {
    ...newRow({ tenantId, now }, 'import'),
    status: 'VALIDATED',
    propertyId: null,
    fileName: 'residents.csv',
    planHash: 'a'.repeat(64),
    columns: [
      { header: 'Apartment', field: 'unit' },
      { header: 'Mood', field: null },
    ],
    options: { onExisting: 'UPDATE', createUnits: false, invite: 'NONE' },
    totals: { rows: 3, create: 2, update: 0, unchanged: 0, skip: 0, error: 1 },
    expiresAt: new Date(now.getTime() + dayMs),
    committedAt: null,
    createdBy: { type: 'STAFF', id: 'dana', name: 'Dana Whitfield' },
    ...fields,
  };
}
