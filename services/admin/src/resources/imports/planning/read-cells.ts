import { issueWords } from '@pas/platform/http/issue-words';
import { PersonName } from '@pas/shared/contacts/person';
import type { ImportField } from '@pas/shared/models/import-fields';
import { toLabelKey } from '@pas/shared/models/label-key';
import type { z } from 'zod';
import { withoutUnseenMarks } from '@pas/shared/texts/visible-text';
import { ExternalId } from '../../entity.schema.ts';
import { UnitFloor, UnitLabel } from '../../units/unit.schema.ts';
import { monthOf } from './month-names.ts';
import type { RowProblem, RowProblemCode } from './row-problems.ts';
import { splitName, type NameParts } from './split-name.ts';

/** The longest part of a cell that a message quotes. */
const maxShown = 40;

/** Returns the part of a cell that a message quotes. */
export const shown = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;

/** Collects the problems of a row. */
export type Report = (problem: RowProblem) => void;

/** A formula or its remains: the file does not contain its result. */
const formula = /^[=@][A-Za-z_+(-]|^=/;

/** Error values of formulas in any language, and the marks of a column that is too narrow. */
const failedFormula = /^#(?:N\/[AV]|#+|[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?])$/u;

/** The short form of long numbers in narrow columns. */
export const shortenedNumber = /^\+?\d(?:[.,]\d+)?E\+?\d+$/i;

/** A label such as `3-4` that a spreadsheet has turned into a date: `4-Mar`, `Mar-04`. */
const madeDate =
  /^\d{4}-\d{2}-\d{2}$|^\d{1,2}[-. ](?=\p{L})(?<name>\p{L}+)\.?$|^(?<first>\p{L}+)\.?-\d{1,2}$/u;

const isMadeDate = (text: string): boolean => {
  const { groups, 0: whole } = madeDate.exec(text) ?? {};
  if (whole === undefined) return false;
  const month = groups?.['name'] ?? groups?.['first'];
  return month === undefined || (month.length >= 3 && monthOf(month) !== null);
};

/** Spaces of any width, such as the no-break space of web pages. */
const spaces = /\p{Zs}/gu;

/** A text in the form `="0123"`, which keeps spreadsheets from reading it as a number. */
const keptText = /^="([^"]*)"$/;

/** The leading apostrophe of a spreadsheet text: before a formula, as in `errors.csv`, or before a number. */
const textMark = /^['’](?=[=+\-@\t\r\d(])/;

/** Placeholders for an empty value, in columns with a fixed format. */
const nothing =
  /^(?:-+|–|—|\.|\/|0{1,4}([-/.])0{1,2}\1(?:0{1,4}|1900)|1\/0\/1900|n\/?a|n\.a\.|none|null|nil|keine?|s\/n|ninguno|aucun)$/i;
/** Placeholders in every column: “None” and “Na” are names. */
const emptyMarks = /^(?:[-–—]+|n\/a|n\.a\.)$/i;
const mayBeNothing: ReadonlySet<ImportField> = new Set(['email', 'phone', 'moveIn', 'moveOut']);

/** Line breaks within a cell. */
const lineBreaks = /[\t\r\n]+/;

const joinLines = (text: string): string =>
  text
    .split(lineBreaks)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** Returns the intended text of a cell, without additions of spreadsheets and address books. */
export function cellText(field: ImportField, cell: string): string {
  const text = withoutUnseenMarks(cell).replaceAll(spaces, ' ').trim();
  const meant = joinLines(keptText.exec(text)?.[1] ?? text.replace(textMark, ''));
  return (mayBeNothing.has(field) ? nothing : emptyMarks).test(meant) ? '' : meant;
}

/** The code of a cell with a damaged value; `invalid_value` for the other fields. */
const damageCodes: Partial<Record<ImportField, RowProblemCode>> = {
  unit: 'unknown_unit',
  property: 'unknown_property',
  email: 'invalid_email',
  phone: 'invalid_phone',
  moveIn: 'invalid_format',
  moveOut: 'invalid_format',
};

/** Explains a number whose digits are lost. */
export const tellShortened = (text: string): string =>
  `The spreadsheet has shortened this number to ${shown(text)}, so digits are lost. Format the column as text, and enter the number again.`;

/** Describes damage to a cell's value and its repair; null for an intact value. */
function findDamage(field: ImportField, text: string): string | null {
  if (formula.test(text))
    return 'The cell has a formula. Replace it by its value, such as with Paste Values.';
  if (failedFormula.test(text))
    return `The spreadsheet shows ${shown(text)} instead of a value. Correct the cell, or empty it.`;
  if ((field === 'unit' || field === 'externalId') && shortenedNumber.test(text)) return tellShortened(text);
  if (field === 'unit' && isMadeDate(text))
    return `The spreadsheet has made the date ${text} of this unit. Format the column as text, and enter the unit again.`;
  return null;
}

/**
 * Reports a cell whose value is not in the file.
 *
 * @returns null for such a cell and for an empty one
 */
export function plainText(field: ImportField, text: string, report: Report): string | null {
  if (text === '') return null;
  const damage = findDamage(field, text);
  if (damage === null) return text;
  report({ field, code: damageCodes[field] ?? 'invalid_value', message: `${field}: ${damage}` });
  return null;
}

function parsed(
  { field, schema }: { field: ImportField; schema: z.ZodType<string> },
  text: string | null,
  report: Report,
): string | null {
  if (text === null) return null;
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const issue = result.error.issues.at(-1);
  report({
    field,
    code: 'invalid_value',
    message: `${field}: ${issue ? issueWords(issue) : 'The value is not valid.'}`,
  });
  return null;
}

/** Reads a part of a name. */
export const readName = (field: 'firstName' | 'lastName', text: string | null, report: Report) =>
  parsed({ field, schema: PersonName }, text, report);

/** Reads a full name into its parts. */
export function readFullName(text: string, report: Report): NameParts {
  const { firstName, lastName } = splitName(text);
  const read = (part: string | null) => parsed({ field: 'fullName', schema: PersonName }, part, report);
  return { firstName: read(firstName), lastName: read(lastName) };
}

/** Returns a whole number without its decimal: some programs save 101 as `101.0`. */
const wholeNumber = (text: string): string => text.replace(/^(\d+)\.0$/, '$1');

/** Reads the key of the person in another system. */
export const readExternalId = (text: string | null, report: Report) =>
  parsed({ field: 'externalId', schema: ExternalId }, text && wholeNumber(text), report);

/** Reads the floor of a unit. */
export const readFloor = (text: string | null, report: Report) =>
  parsed({ field: 'floor', schema: UnitFloor }, text && wholeNumber(text), report);

/** Reads the label of a unit. */
export function readUnitLabel(text: string | null, report: Report) {
  if (text === null) return null;
  const result = UnitLabel.safeParse(wholeNumber(text));
  if (result.success) return { label: result.data, labelKey: toLabelKey(result.data) };
  const issue = result.error.issues.at(-1);
  report({
    field: 'unit',
    code: 'unknown_unit',
    message: `unit: ${issue ? issueWords(issue) : 'Not a label.'}`,
  });
  return null;
}
