import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { createdBy } from './created-by.ts';

/** The states of an import, from its upload to its end. */
export const importStatuses = [
  'VALIDATING',
  'VALIDATED',
  'INVALID',
  'COMMITTING',
  'COMMITTED',
  'CANCELED',
  'EXPIRED',
  'FAILED',
] as const;

const importTotals = {
  rows: field.number,
  create: field.number,
  update: field.number,
  unchanged: field.number,
  skip: field.number,
  error: field.number,
};

/** What is done about the rows of an import, counted by verdict. */
export type ImportTotals = RowOf<typeof importTotals>;

const importColumn = {
  header: field.text,
  /** Null for a column that is left aside. */
  field: field.textOrNull,
};

/** A column of an imported table, and what it is read as. */
export type ImportColumn = RowOf<typeof importColumn>;

const fields = {
  ...tenantFields,
  status: field.oneOf(...importStatuses),
  /** The property of all rows. Null if the rows belong to several properties. */
  propertyId: field.textOrNull,
  fileName: field.textOrNull,
  /** SHA-256 of the plan, hex; null until there is one. */
  planHash: field.textOrNull,
  columns: field.listOf(importColumn),
  options: field.group({
    onExisting: field.oneOf('UPDATE', 'SKIP'),
    createUnits: field.flag,
    invite: field.oneOf('NONE', 'CREATE', 'DISPATCH'),
  }),
  totals: field.group(importTotals),
  /** The plan can be executed until this time. */
  expiresAt: field.date,
  committedAt: field.dateOrNull,
  createdBy,
};

/** An import of a table of residents: first a plan, then its execution. */
export type ImportRow = RowOf<typeof fields>;
export type ImportStatus = ImportRow['status'];

export const ImportModel = defineModel('Import', {
  connection: core,
  collection: 'imports',
  readers: ['admin', 'admin-workers'],
  writers: {},
  isTenantOwned: true,
  isCounted: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
  ],
});
