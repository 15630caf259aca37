import type { ImportField } from '@pas/shared/models/import-fields';
import { headerKey } from './header-words.ts';

/** A column with its guessed field. */
export interface NameColumn {
  header: string;
  field: ImportField | null;
  /** Non-empty values. */
  samples: readonly string[];
  /** Whether the client has chosen the field. */
  isMapped: boolean;
}

const otherPart = { firstName: 'lastName', lastName: 'firstName' } as const;
type NamePart = keyof typeof otherPart;

const isPart = (field: ImportField | null): field is NamePart =>
  field === 'firstName' || field === 'lastName';

/** Headers that mean a part of the name if another column has the other part, else the whole name. */
const openHeaders: ReadonlySet<string> = new Set(['nombre', 'nom']);

/** Whether most values have several words. */
const isWhole = ({ samples }: NameColumn): boolean =>
  2 * samples.filter((text) => /\S[\s,]+\S/.test(text)).length > samples.length;

/** Returns the field of the column with the full name, beside one column with a part of the name. */
function besidePart(full: NameColumn, part: NameColumn & { field: NamePart }): ImportField | null {
  if (full.isMapped || (isWhole(full) && !part.isMapped)) return 'fullName';
  return isWhole(full) ? null : otherPart[part.field];
}

/**
 * Returns the fields of columns with names: a table has either full names, or first and last names. `Name` beside
 * `Vorname` is the last name. A full name beside both of its parts is left out.
 */
export function chooseNameFields(columns: readonly NameColumn[]): (ImportField | null)[] {
  const fields = columns.map(({ field }) => field);
  const parts = columns.filter((column): column is NameColumn & { field: NamePart } => isPart(column.field));
  const full = columns.find(({ field }) => field === 'fullName');
  const [part, ...others] = parts;
  if (!full) {
    const isOpen = part && !part.isMapped && openHeaders.has(headerKey(part.header)) && isWhole(part);
    return isOpen && others.length === 0
      ? fields.map((field) => (isPart(field) ? 'fullName' : field))
      : fields;
  }
  if (!part) return fields;
  const chosen = others.length === 0 || full.isMapped ? besidePart(full, part) : null;
  const named = fields.map((field) => (field === 'fullName' ? chosen : field));
  return chosen === 'fullName' ? named.map((field) => (isPart(field) ? null : field)) : named;
}
