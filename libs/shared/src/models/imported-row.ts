import { core } from '@pas/platform/mongo/connections';
import { defineModel, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** Verdicts on a row of an import. */
export const importVerdicts = [
  'create',
  'update',
  'unchanged',
  'skip',
  'error',
  'move_out',
  'stale',
  'kept',
] as const;
export type ImportVerdict = (typeof importVerdicts)[number];

/** The fields of a resident that a row can set. */
export type ImportedPerson = Partial<
  Record<'email' | 'phone' | 'firstName' | 'lastName' | 'externalId', string>
>;

/**
 * Resolved operation of a row. The ids of new users, units and residences are derived from import and line
 * (`importedId`). So resolving the row again gives the same operation. Times are ISO 8601 in UTC.
 */
export interface ImportOperation {
  kind: 'RESIDENT';
  userId: string;
  /** True on the first line of a person who is new to the tenant. */
  isNewUser: boolean;
  propertyId: string;
  unitId: string;
  /** The unit to make, on the first line of a unit that is new to the property. */
  newUnit: { label: string; floor: string | null } | null;
  /** The fields of the user to set. */
  user: ImportedPerson;
  /** The residence to start. `startsAt` null: when the operation is executed. */
  residence: { id: string; startsAt: string | null; endsAt: string | null } | null;
  /** An existing residence of the person, and its new end. `endsAt` null: when the operation is executed. */
  end: { residenceId: string; endsAt: string | null } | null;
  invite: 'NONE' | 'CREATE' | 'DISPATCH';
}

const change = {
  /** Such as `firstName`, `residence` or `residence.endsAt`. */
  field: field.text,
  /** Null if there was none. */
  before: field.textOrNull,
  after: field.textOrNull,
};

/** A field of the entity before and after the operation. */
export type ImportChange = RowOf<typeof change>;

const error = {
  /** The field, or the header of its column. */
  column: field.text,
  code: field.text,
  message: field.text,
  /** The value that was probably intended. */
  suggestion: field.textOrNull,
};

/** A problem of a row, which keeps it from being committed. */
export type ImportError = RowOf<typeof error>;

const fields = {
  /** `<importId>-<line>`, so that a row is stored once. */
  _id: field.text,
  tenantId: field.text,
  importId: field.text,
  /** The row's number as a spreadsheet shows it: the header of a file is 1. Rows of JSON count from 1. */
  line: field.number,
  /** Null while the row waits to be resolved. */
  verdict: field.oneOfOrNull(...importVerdicts),
  /** The values as received, in the order of the import's columns. */
  cells: field.textList,
  propertyId: field.textOrNull,
  unitId: field.textOrNull,
  userId: field.textOrNull,
  /** The first line of the same person; null if the row does not identify the person. */
  personLine: field.numberOrNull,
  /** The line that makes the row's unit; null for a unit that exists. */
  unitLine: field.numberOrNull,
  /** Never changed after the validation. Null for rows that do nothing. */
  operation: field.jsonOrNull<ImportOperation>(),
  changes: field.listOf(change),
  problems: field.listOf(error),
  /** State of the execution. */
  execution: field.oneOf('PLANNED', 'DONE', 'STALE', 'REVERTED', 'KEPT'),
  /** Changes of the execution, for its revert. */
  outcome: field.jsonOrNull<Record<string, unknown>>(),
  /** Time at which the row is removed, because it holds personal data that is no longer needed. */
  purgeAt: field.date,
};

/** A row of an imported table: its input, its operation and the outcome. */
export type ImportedRow = RowOf<typeof fields>;

/** The rows of imports. */
export const ImportedRowModel = defineModel('ImportedRow', {
  connection: core,
  collection: 'import_rows',
  readers: ['resident'],
  writers: { admin: ['insert', 'update', 'remove'], 'admin-workers': ['insert', 'update', 'remove'] },
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, importId: 1, line: 1 } },
    { fields: { tenantId: 1, importId: 1, verdict: 1, line: 1 } },
    { fields: { tenantId: 1, userId: 1 }, options: whereText('userId') },
    { fields: { purgeAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
