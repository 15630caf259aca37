import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { createLogger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import type { ImportField } from '@pas/shared/models/import-fields';
import { ImportedRowModel, type ImportedRow } from '@pas/shared/models/imported-row';
import { emptyPlanHash, extendPlanHash } from '../src/resources/imports/planning/plan-hash.ts';
import { openResolver, resolveRows } from '../src/resources/imports/planning/resolve-rows.ts';
import { trackRowLinks } from '../src/resources/imports/planning/row-links.ts';
import type { ResolvedRow } from '../src/resources/imports/rows/resolved-row.ts';
import { testLinks } from '@pas/testing/rows';
import { importRow } from './import-row.ts';

const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });

/** A worker of the test environment. */
export const testWorker = {
  service: 'admin',
  name: 'Imports',
  environment: 'TEST',
  events: leaveToSweeper,
  log,
  onboarding: { links: testLinks, channels: ['EMAIL' as const] },
};

const count = (rows: readonly ResolvedRow[], verdict: ResolvedRow['verdict']): number =>
  rows.filter((row) => row.verdict === verdict).length;

interface Table {
  columns: readonly ImportField[];
  rows: readonly (readonly string[])[];
}

/** Plans an import as the dry run does, and stores it. */
export async function planImport(
  tenantId: string,
  { columns, rows }: Table,
  fields: Partial<ImportRow> = {},
): Promise<ImportRow> {
  const ctx = workContext(testWorker, tenantId);
  const imported = importRow(tenantId, {
    columns: columns.map((field) => ({ header: field, field, confidence: 1, samples: [], dateOrder: null })),
    options: { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: true, invite: 'NONE' },
    ...fields,
  });
  const resolver = await openResolver(ctx, imported, trackRowLinks());
  const resolved: ResolvedRow[] = [];
  for (let at = 0; at < rows.length; at += 1000) {
    const sent = rows
      .slice(at, at + 1000)
      .map((cells, index) => ({ line: at + index + 2, cells: [...cells] }));
    resolved.push(...(await resolveRows(resolver, sent)));
  }
  const totals = {
    rows: rows.length,
    create: count(resolved, 'create'),
    update: count(resolved, 'update'),
    unchanged: count(resolved, 'unchanged'),
    skip: count(resolved, 'skip'),
    error: count(resolved, 'error'),
    moveOut: 0,
    reverted: 0,
  };
  const planned = { ...imported, totals, planHash: extendPlanHash(emptyPlanHash, resolved) };
  await ImportModel.insertMany([planned]);
  for (let at = 0; at < resolved.length; at += 1000)
    await insertRows(
      ImportedRowModel,
      resolved.slice(at, at + 1000).map((row) => storedRow(planned, row)),
      null,
    );
  return planned;
}

const storedRow = ({ _id: importId, tenantId }: ImportRow, row: ResolvedRow): ImportedRow => ({
  _id: `${importId}-${row.line}`,
  tenantId,
  importId,
  ...row,
  execution: 'PLANNED',
  outcome: null,
  purgeAt: new Date(Date.now() + 86_400_000),
});
