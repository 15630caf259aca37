import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { createdBy } from './created-by.ts';
import { importFields } from './import-fields.ts';

/** States of an import, from its upload to its end. `resources/imports/transitions.ts` of admin defines their order. */
export const importStatuses = [
  'VALIDATING',
  'VALIDATED',
  'INVALID',
  'COMMITTING',
  'COMMITTED',
  'CANCELED',
  'EXPIRED',
  'FAILED',
  'REVERTING',
  'REVERTED',
] as const;

const importTotals = {
  rows: field.number,
  create: field.number,
  update: field.number,
  unchanged: field.number,
  skip: field.number,
  error: field.number,
  /** Homes that residents outside of the roster would move out of. A resident of two homes counts twice. */
  moveOut: field.number,
  /** Rows that were completely undone. */
  reverted: field.number,
};

/** Numbers of the rows of an import by verdict. */
export type ImportTotals = RowOf<typeof importTotals>;

/**
 * Orders of day and month in a column of dates. OPEN: no value shows it, so the property's country decides.
 * MIXED: the values contradict each other.
 */
export const dateOrders = ['DMY', 'MDY', 'OPEN', 'MIXED'] as const;
export type DateOrder = (typeof dateOrders)[number];

const importColumn = {
  header: field.text,
  /** Null for an ignored column. */
  field: field.oneOfOrNull(...importFields),
  /** Confidence of the mapping, from 0 to 1. A column named by the request has 1. */
  confidence: field.number,
  /** The first values of the column that are not empty. */
  samples: field.textList,
  /** Null for a column without dates that need an order. */
  dateOrder: field.oneOfOrNull(...dateOrders),
};

/** A column of an imported table, and its field. */
export type ImportColumn = RowOf<typeof importColumn>;

/** Request to execute a plan. */
export interface ImportCommit {
  mode: 'ALL_OR_NOTHING' | 'VALID_ROWS';
  /** The caller, as the audit names one. */
  by: { type: string; id: string | null; name: string | null };
  at: Date;
}

/** Progress of an import, in rows of the plan. */
export interface ImportProgress {
  /** Rows with changes to make. */
  rows: number;
  done: number;
  stale: number;
  /** Rows whose residents have got an invite. */
  invited: number;
  /** Rows that a revert kept, because they were changed since. */
  kept: number;
}

/** Early end of an execution, by a stop or a failure. */
export interface ImportEnd {
  name: 'stop' | 'fail';
  /** Reason of the failure, for the owner; null for a cancellation. */
  failure: string | null;
}

const fields = {
  ...tenantFields,
  status: field.oneOf(...importStatuses),
  /** The property of all rows. Null if the rows belong to several properties. */
  propertyId: field.textOrNull,
  /** Allowed properties of the rows: `propertyId`, or those of a restricted caller; null for all. */
  reach: field.textListOrNull,
  /** Whether its creator is restricted to `reach`, and may not change residents of other properties. */
  isRestricted: field.flag,
  fileName: field.textOrNull,
  /** The separator of the cells of a CSV file; null for a workbook and for JSON. */
  separator: field.textOrNull,
  /** SHA-256 of the plan, hex; null before the plan exists. */
  planHash: field.textOrNull,
  columns: field.listOf(importColumn),
  options: field.group({
    onExisting: field.oneOf('UPDATE', 'SKIP'),
    onMissing: field.oneOf('KEEP', 'PROPOSE_MOVE_OUT'),
    createUnits: field.flag,
    invite: field.oneOf('NONE', 'CREATE', 'DISPATCH'),
  }),
  totals: field.group(importTotals),
  /** Time of the last correction of its rows; null for a table as it was sent. */
  correctedAt: field.dateOrNull,
  /** Units that the plan creates. */
  newUnits: field.number,
  /** End of the validity of the plan. */
  expiresAt: field.date,
  committedAt: field.dateOrNull,
  /** The last finished line in the current state. A worker that takes over continues after it. */
  checkpoint: field.number,
  /**
   * Number of homes whose residents a roster could move out, in this roster or not. Null if it proposes none. Like
   * `totals.moveOut`, it counts a resident of two homes twice.
   */
  proposable: field.numberOrNull,
  /** Null until a client requests the execution. */
  commit: field.jsonOrNull<ImportCommit>(),
  /** Null until a client requests the execution. */
  progress: field.jsonOrNull<ImportProgress>(),
  /** Time of the request to stop. The worker stops between two batches. */
  stopRequestedAt: field.dateOrNull,
  /**
   * End of the execution, applied after the invites of its finished rows. Null while rows are executed, and if all of
   * them are finished.
   */
  ending: field.jsonOrNull<ImportEnd>(),
  /** The last line whose resident has an invite. */
  invitedThrough: field.numberOrNull,
  /** Caller and time of the request to revert. */
  revert: field.jsonOrNull<Pick<ImportCommit, 'by' | 'at'>>(),
  /** Reason why the import FAILED, for its owner; null otherwise. */
  failure: field.textOrNull,
  createdBy,
};

/** An import of a table of residents: first a plan, then its execution. */
export type ImportRow = RowOf<typeof fields>;
export type ImportStatus = ImportRow['status'];

export const ImportModel = defineModel('Import', {
  connection: core,
  collection: 'imports',
  readers: ['resident'],
  writers: { admin: ['insert', 'update'], 'admin-workers': ['update'] },
  isTenantOwned: true,
  isCounted: true,
  fields,
  crossTenantReads: { 'imports-by-status': 'status_1_expiresAt_1' },
  indexes: [
    { fields: { status: 1, expiresAt: 1 } },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, reach: 1, createdAt: -1, _id: -1 } },
  ],
});
