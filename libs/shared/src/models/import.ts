import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { createdBy } from './created-by.ts';
import { importFields } from './import-fields.ts';

/** The states of an import, from its upload to its end. `imports/transitions.ts` of admin says how they follow. */
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
  /** Residents who are not in the roster and are proposed to move out. */
  moveOut: field.number,
  /** Rows of which everything was undone again. */
  reverted: field.number,
};

/** What is done about the rows of an import, counted by verdict. */
export type ImportTotals = RowOf<typeof importTotals>;

const importColumn = {
  header: field.text,
  /** Null for a column that is left aside. */
  field: field.oneOfOrNull(...importFields),
  /** How sure the reading is, 0 to 1. A column that the mapping names has 1. */
  confidence: field.number,
  /** The first values of the column that are not empty. */
  samples: field.textList,
};

/** A column of an imported table, and what it is read as. */
export type ImportColumn = RowOf<typeof importColumn>;

/** Who asked for the execution of a plan, and how. */
export interface ImportCommit {
  mode: 'ALL_OR_NOTHING' | 'VALID_ROWS';
  /** The caller, as the audit names one. */
  by: { type: string; id: string | null; name: string | null };
  at: Date;
}

/** How far an import is executed, in rows of the plan. */
export interface ImportProgress {
  /** The rows that have something to do. */
  rows: number;
  done: number;
  stale: number;
  /** The rows whose residents have got an invite. */
  invited: number;
  /** The rows that a revert has left, because they were changed since. */
  kept: number;
}

/** How an execution ends that stops or fails before its last row. */
export interface ImportEnding {
  name: 'stop' | 'fail';
  /** Why it fails, in words for its owner; null where it was cancelled. */
  failure: string | null;
}

const fields = {
  ...tenantFields,
  status: field.oneOf(...importStatuses),
  /** The property of all rows. Null if the rows belong to several properties. */
  propertyId: field.textOrNull,
  /** The only properties that the rows may belong to: `propertyId`, or those of a restricted caller; null for all. */
  reach: field.textListOrNull,
  /** Whether a caller made it who is restricted to `reach`, and so may not change residents who live elsewhere. */
  isRestricted: field.flag,
  fileName: field.textOrNull,
  /** SHA-256 of the plan, hex; null until there is one. */
  planHash: field.textOrNull,
  columns: field.listOf(importColumn),
  options: field.group({
    onExisting: field.oneOf('UPDATE', 'SKIP'),
    onMissing: field.oneOf('KEEP', 'PROPOSE_MOVE_OUT'),
    createUnits: field.flag,
    invite: field.oneOf('NONE', 'CREATE', 'DISPATCH'),
  }),
  totals: field.group(importTotals),
  /** The plan can be executed until this time. */
  expiresAt: field.date,
  committedAt: field.dateOrNull,
  /** The last line that is done in the present state. A worker that takes over continues after it. */
  checkpoint: field.number,
  /**
   * The homes whose residents could be proposed to move out, in the roster or not; null where none are to be proposed.
   * Like `totals.moveOut`, it counts a resident of two homes twice.
   */
  proposable: field.numberOrNull,
  /** Null until the execution is asked for. */
  commit: field.jsonOrNull<ImportCommit>(),
  /** Null until the execution is asked for. */
  progress: field.jsonOrNull<ImportProgress>(),
  /** When it was asked to stop the execution. The worker stops between two batches. */
  stopRequestedAt: field.dateOrNull,
  /**
   * How the execution ends once the residents of its done rows are invited. Null while rows are executed, and where all
   * of them are done.
   */
  ending: field.jsonOrNull<ImportEnding>(),
  /** The last line whose resident has an invite. */
  invitedThrough: field.numberOrNull,
  /** Who asked for the revert. */
  revert: field.jsonOrNull<Pick<ImportCommit, 'by' | 'at'>>(),
  /** Why the import FAILED, in words for its owner; null otherwise. */
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
