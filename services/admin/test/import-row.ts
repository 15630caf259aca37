import type { ImportRow } from '@pas/shared/models/import';
import type { ImportedRow } from '@pas/shared/models/imported-row';
import { newTotals } from '../src/resources/imports/rows/count-verdicts.ts';
import { newImport } from '../src/resources/imports/reading/new-import.ts';

const dayMs = 24 * 3_600_000;

/** Builds an import of a tenant's residents whose plan waits to be executed. */
export function importRow(tenantId: string, fields: Partial<ImportRow> = {}): ImportRow {
  const ctx = { tenantId, now: new Date() };
  return newImport(ctx, {
    status: 'VALIDATED',
    reach: fields.propertyId ? [fields.propertyId] : null,
    isRestricted: false,
    fileName: 'residents.csv',
    planHash: 'a'.repeat(64),
    columns: [
      { header: 'Apartment', field: 'unit', confidence: 1, samples: ['4B'], dateOrder: null },
      { header: 'Mood', field: null, confidence: 0, samples: [], dateOrder: null },
    ],
    totals: { ...newTotals(3), create: 2, error: 1 },
    createdBy: { type: 'STAFF', id: 'dana', name: 'Dana Whitfield' },
    ...fields,
  });
}

/** Builds a row of an import that makes a new resident. */
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
