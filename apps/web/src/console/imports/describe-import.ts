import type { Entity } from '../api.ts';
import { countOf } from '../parts/count-of.ts';
import type { Import, ImportField } from './import-queries.ts';

/** One row of an import. */
export type ImportRow = Entity<'ImportRow'>;

/** Words for the states of an import. */
export const statusWords: Readonly<Record<Import['status'], string>> = {
  VALIDATING: 'Being checked',
  VALIDATED: 'Ready to import',
  INVALID: 'Nothing to import',
  COMMITTING: 'Being imported',
  COMMITTED: 'Imported',
  CANCELED: 'Discarded',
  EXPIRED: 'Expired',
  FAILED: 'Stopped',
  REVERTING: 'Being undone',
  REVERTED: 'Undone',
};

/** Words for the verdicts of rows. */
export const verdictWords: Readonly<Record<ImportRow['verdict'], string>> = {
  create: 'New',
  update: 'Changes',
  unchanged: 'Unchanged',
  skip: 'Skipped',
  error: 'Error',
  move_out: 'Moves out',
  stale: 'Changed since',
  kept: 'Kept',
};

/** Words for the fields that a column can hold. */
export const fieldWords: Readonly<Record<ImportField, string>> = {
  unit: 'Unit',
  email: 'E-mail',
  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  property: 'Building',
  floor: 'Floor',
  externalId: 'External id',
  moveIn: 'Move-in',
  moveOut: 'Move-out',
};

/** Returns the file name of an import. */
export const nameOfImport = ({ fileName }: Pick<Import, 'fileName'>): string =>
  fileName ?? 'Rows sent by API';

/**
 * Returns the message about a cell, in the words of the page. The service puts the API name of the field first,
 * such as in `unit: Is required.`
 */
export function faultInWords(message: string): string {
  const words = message
    .replace(' send propertyId ', ' choose a building ')
    .replaceAll(' property ', ' building ');
  const [, field = '', sentence = words] = /^(\w+): (.+)$/s.exec(words) ?? [];
  const name = (fieldWords as Readonly<Record<string, string>>)[field];
  return name === undefined ? words : `${name}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

/** Rows with the same error, and its fix. */
export interface FaultGroup {
  column: string;
  code: string;
  /** The API's name of the field. */
  field: string;
  message: string;
  lines: number[];
  /** Suggested values of the cell, by line. */
  suggestions: { line: number; text: string }[];
}

/** Groups the errors of rows by column and kind, the most frequent first. */
export function groupErrors(rows: readonly Pick<ImportRow, 'line' | 'errors'>[]): FaultGroup[] {
  const groups = new Map<string, FaultGroup>();
  for (const { line, errors } of rows) {
    for (const { column, code, message, suggestion } of errors) {
      const key = `${column} ${code}`;
      const group = groups.get(key) ?? {
        column,
        code,
        field: /^\w+/.exec(message)?.[0] ?? '',
        message: faultInWords(message),
        lines: [],
        suggestions: [],
      };
      group.lines.push(line);
      if (suggestion !== null) group.suggestions.push({ line, text: suggestion });
      groups.set(key, group);
    }
  }
  return [...groups.values()].toSorted((a, b) => b.lines.length - a.lines.length);
}

/** Formats line numbers as a short text: `2, 5, 9 and 14 more`. */
export function namesOfLines(lines: readonly number[], most = 8): string {
  const named = lines.slice(0, most).join(', ');
  return lines.length > most ? `${named} and ${lines.length - most} more` : named;
}

/** The most columns in a table of rows, unless more have a field. */
const mostColumns = 8;

/** A column of the file in a table of rows. */
export interface FileColumn {
  header: string;
  /** Its position in the file. */
  at: number;
}

/** Returns the columns to show: all with a field, and others while there is room. They keep the order of the file. */
export function shownColumns({ columns }: Pick<Import, 'columns'>): FileColumn[] {
  const read = columns.filter(({ field }) => field !== null).length;
  let room = Math.max(0, mostColumns - read);
  return columns.flatMap(({ header, field }, at) => {
    if (field === null) room -= 1;
    return field !== null || room >= 0 ? [{ header, at }] : [];
  });
}

/** A changed value of a row. */
type Change = ImportRow['changes'][number];

/**
 * Formats a changed value. A time is its day in the building's zone; the end of a residence is its last day.
 */
export function valueInWords({ field }: Pick<Change, 'field'>, value: string, timeZone?: string): string {
  const isEnd = field === 'residence.endsAt';
  if (!isEnd && field !== 'residence.startsAt') return value;
  const at = Date.parse(value) - (isEnd ? 1 : 0);
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone }).format(at);
}

/** Lists the acts of a plan: `170 new residents in 4 new units, 30 rows skipped because of errors.` */
export function summarize({ totals, newUnits }: Pick<Import, 'totals' | 'newUnits'>): string {
  const { create, update, moveOut, error } = totals;
  const made = newUnits > 0 ? ` in ${countOf(newUnits, 'new unit')}` : '';
  const acts = [
    create > 0 && `${countOf(create, 'new resident')}${made}`,
    update > 0 && `${countOf(update, 'resident')} to change${create === 0 ? made : ''}`,
    moveOut > 0 && `${countOf(moveOut, 'resident')} to move out`,
    error > 0 && `${countOf(error, 'row')} skipped because of errors`,
  ].filter(Boolean);
  return acts.length === 0 ? 'No changes: the data already matches the file.' : `${acts.join(', ')}.`;
}

const dayMs = 86_400_000;

/** Whether an import can still be undone. */
export const canUndo = ({ status, committedAt }: Import, now = Date.now()): boolean =>
  status === 'COMMITTED' && committedAt !== null && now - Date.parse(committedAt) < dayMs;

/** Whether an import has added residents without inviting them. */
export const canInvite = ({ status, options, totals }: Import): boolean =>
  status === 'COMMITTED' && options.invite === 'NONE' && totals.create > 0;
