import { createHash } from 'node:crypto';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportColumn, ImportRow, ImportStatus, ImportTotals } from '@pas/shared/models/import';
import type { PropertyRow } from '@pas/shared/models/property';
import { newRow } from '@pas/shared/models/new-row';
import { daysBefore } from './demo-context.ts';

const columns: readonly ImportColumn[] = [
  { header: 'Unit', field: 'unit', confidence: 1, samples: ['1A', '1B', '2A'], dateOrder: null },
  { header: 'First name', field: 'firstName', confidence: 1, samples: ['Ana', 'Ben'], dateOrder: null },
  { header: 'Last name', field: 'lastName', confidence: 1, samples: ['Silva', 'Okafor'], dateOrder: null },
  { header: 'E-mail', field: 'email', confidence: 1, samples: ['ana@example.test'], dateOrder: null },
  { header: 'Mobile', field: 'phone', confidence: 1, samples: ['(202) 555-0123'], dateOrder: null },
  { header: 'Parking space', field: null, confidence: 0, samples: ['P12'], dateOrder: null },
];

interface Story {
  daysAgo: number;
  status: ImportStatus;
  counts: Partial<ImportTotals>;
}

/** A first table, a corrected one, an abandoned one, and one with only faulty rows. */
const stories: readonly Story[] = [
  { daysAgo: 300, status: 'COMMITTED', counts: { create: 38, skip: 1 } },
  { daysAgo: 96, status: 'COMMITTED', counts: { create: 4, update: 11, unchanged: 27 } },
  { daysAgo: 40, status: 'EXPIRED', counts: { create: 6, unchanged: 35, error: 3 } },
  { daysAgo: 12, status: 'CANCELED', counts: { update: 52 } },
  { daysAgo: 11, status: 'EXPIRED', counts: { error: 44 } },
];

const dayMs = 24 * 3_600_000;

function totalsOf(counts: Partial<ImportTotals>): ImportTotals {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { create: 0, update: 0, unchanged: 0, skip: 0, error: 0, moveOut: 0, reverted: 0, ...counts, rows };
}

/** Builds the past imports of a tenant, each for one property. */
export function demoImports(ctx: OperationContext, properties: readonly PropertyRow[]): ImportRow[] {
  const { principal } = ctx;
  return stories.map(({ daysAgo, status, counts }, index): ImportRow => {
    const now = daysBefore(ctx.now, daysAgo);
    const property = properties[index % properties.length];
    const isCommitted = status === 'COMMITTED';
    return {
      ...newRow({ ...ctx, now }, 'import'),
      ...(isCommitted && { version: 2 }),
      status,
      propertyId: property?._id ?? null,
      reach: property ? [property._id] : null,
      isRestricted: false,
      fileName: `${property?.name.toLowerCase().replaceAll(' ', '-')}-residents.csv`,
      separator: ',',
      correctedAt: null,
      planHash: createHash('sha256').update(`${property?.name} ${index}`).digest('hex'),
      columns: [...columns],
      options: { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: false, invite: 'NONE' },
      totals: totalsOf(counts),
      newUnits: 0,
      expiresAt: new Date(now.getTime() + dayMs),
      committedAt: isCommitted ? now : null,
      checkpoint: 0,
      proposable: null,
      commit: null,
      progress: null,
      stopRequestedAt: null,
      ending: null,
      invitedThrough: null,
      revert: null,
      failure: null,
      createdBy: { type: 'STAFF', id: principal.id, name: principal.name },
    };
  });
}
