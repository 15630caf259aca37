import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, type TenantRow } from '@pas/platform/mongo/define-model';

export type ImportStatus =
  | 'VALIDATING'
  | 'VALIDATED'
  | 'INVALID'
  | 'COMMITTING'
  | 'COMMITTED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'FAILED';

/** What is done about the rows of an import, counted by verdict. */
export interface ImportTotals {
  rows: number;
  create: number;
  update: number;
  unchanged: number;
  skip: number;
  error: number;
}

/** A column of an imported table, and what it is read as. */
export interface ImportColumn {
  header: string;
  /** Null for a column that is left aside. */
  field: string | null;
}

/** A table of residents that is, or was, to be taken over: first a plan, then its execution. */
export interface ImportRow extends TenantRow {
  status: ImportStatus;
  /** The one property that all rows are of; null where they are of several. */
  propertyId: string | null;
  fileName: string | null;
  /** SHA-256 of the plan, hex; null until there is one. */
  planHash: string | null;
  columns: ImportColumn[];
  options: {
    onExisting: 'UPDATE' | 'SKIP';
    createUnits: boolean;
    invite: 'NONE' | 'CREATE' | 'DISPATCH';
  };
  totals: ImportTotals;
  /** Until when the plan can be executed. */
  expiresAt: Date;
  committedAt: Date | null;
  createdBy: { type: string; id: string | null; name: string | null };
}

const text = { type: String, default: null };
const count = { type: Number, required: true };

export const ImportModel = defineModel<ImportRow>('Import', {
  connection: core,
  collection: 'imports',
  writers: ['admin'],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...tenantFields,
    status: { type: String, required: true },
    propertyId: text,
    fileName: text,
    planHash: text,
    columns: [{ _id: false, header: { type: String, required: true }, field: text }],
    options: {
      onExisting: { type: String, required: true },
      createUnits: { type: Boolean, required: true },
      invite: { type: String, required: true },
    },
    totals: { rows: count, create: count, update: count, unchanged: count, skip: count, error: count },
    expiresAt: { type: Date, required: true },
    committedAt: { type: Date, default: null },
    createdBy: { type: { type: String, required: true }, id: text, name: text },
  },
  indexes: [
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
  ],
});
