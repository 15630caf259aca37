import type { Entity } from '../api.ts';
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
 * Returns the message about a cell, with the field's name as the page shows it. The service puts the API name
 * first, such as in `unit: Is required.`
 */
export function faultInWords(message: string): string {
  const [, field = '', sentence = message] = /^(\w+): (.+)$/s.exec(message) ?? [];
  const name = (fieldWords as Readonly<Record<string, string>>)[field];
  return name === undefined ? message : `${name}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

/** Rows with the same error, and its fix. */
export interface FaultGroup {
  column: string;
  code: string;
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

const dayMs = 86_400_000;

/** Whether an import can still be undone. */
export const canUndo = ({ status, committedAt }: Import, now = Date.now()): boolean =>
  status === 'COMMITTED' && committedAt !== null && now - Date.parse(committedAt) < dayMs;
