import type { ImportRow } from '@pas/shared/models/import';
import type { ImportedRow } from '@pas/shared/models/imported-row';
import { newRow } from '@pas/shared/models/new-row';

const dayMs = 24 * 3_600_000;

/** An import of a tenant's residents whose plan waits to be executed. */
export function importRow(tenantId: string, fields: Partial<ImportRow> = {}): ImportRow {
  const now = new Date();
  return {
    ...newRow({ tenantId, now }, 'import'),
    status: 'VALIDATED',
    propertyId: null,
    reach: fields.propertyId ? [fields.propertyId] : null,
    isRestricted: false,
    fileName: 'residents.csv',
    planHash: 'a'.repeat(64),
    columns: [
      { header: 'Apartment', field: 'unit', confidence: 1, samples: ['4B'] },
      { header: 'Mood', field: null, confidence: 0, samples: [] },
    ],
    options: { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: false, invite: 'NONE' },
    totals: { rows: 3, create: 2, update: 0, unchanged: 0, skip: 0, error: 1, moveOut: 0, reverted: 0 },
    expiresAt: new Date(now.getTime() + dayMs),
    committedAt: null,
    checkpoint: 0,
    proposable: null,
    commit: null,
    progress: null,
    stopRequestedAt: null,
    ending: null,
    invitedThrough: null,
    revert: null,
    failure: null,
    createdBy: { type: 'STAFF', id: 'dana', name: 'Dana Whitfield' },
    ...fields,
  };
}

/** A row of an import that makes a new resident. */
export function importedRow(imported: ImportRow, fields: Partial<ImportedRow> = {}): ImportedRow {
  const { _id: importId, tenantId, propertyId } = imported;
  const line = fields.line ?? 2;
  return {
    _id: `${importId}-${line}`,
    tenantId,
    importId,
    line,
    verdict: 'create',
    cells: ['4B', 'sunny'],
    propertyId,
    unitId: null,
    userId: null,
    personLine: line,
    unitLine: null,
    operation: null,
    changes: [{ field: 'email', before: null, after: 'jordan@example.test' }],
    problems: [],
    execution: 'PLANNED',
    outcome: null,
    purgeAt: new Date(Date.now() + dayMs),
    ...fields,
  };
}
