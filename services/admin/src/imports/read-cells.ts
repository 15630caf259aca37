import { Email } from '@pas/shared/contacts/email';
import { PersonName } from '@pas/shared/contacts/person';
import { toE164 } from '@pas/shared/contacts/phone';
import type { ImportField } from '@pas/shared/models/import';
import { toLabelKey } from '@pas/shared/models/label-key';
import type { z } from 'zod';
import { ExternalId, ShortText } from '../resources/entity.schema.ts';
import { UnitLabel } from '../resources/units/unit.schema.ts';
import type { RowProblem, RowProblemCode } from './row-problems.ts';

/** The longest part of a cell that a message quotes. */
const maxShown = 40;

const shown = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

const UnitFloor = ShortText.max(32);

/** Collects the problems of a row. */
export type Report = (problem: RowProblem) => void;

/** A formula, or what is left of one: its result is not in the file. */
const formula = /^[=@][A-Za-z_+(-]|^=/;

/** How spreadsheets show long numbers in narrow columns. */
const shortenedNumber = /^\+?\d(?:[.,]\d+)?E\+?\d+$/i;

const formulaCodes: Partial<Record<ImportField, RowProblemCode>> = {
  unit: 'unknown_unit',
  property: 'unknown_property',
  email: 'invalid_email',
  phone: 'invalid_phone',
};

/** Refuses a cell with a formula. @returns null for one, and for an empty cell */
export function plainText(field: ImportField, text: string, report: Report): string | null {
  if (text === '') return null;
  if (!formula.test(text)) return text;
  const message = `${field}: The cell has a formula. Replace it by its value, such as with Paste Values.`;
  report({ field, code: formulaCodes[field] ?? 'invalid_value', message });
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
  const [issue] = result.error.issues;
  report({
    field,
    code: 'invalid_value',
    message: `${field}: ${issue?.message ?? 'The value is not valid.'}`,
  });
  return null;
}

/** Reads a part of a name. */
export const readName = (field: 'firstName' | 'lastName', text: string | null, report: Report) =>
  parsed({ field, schema: PersonName }, text, report);

/** Reads the key under which another system knows the person. */
export const readExternalId = (text: string | null, report: Report) =>
  parsed({ field: 'externalId', schema: ExternalId }, text, report);

/** Reads the floor of a unit. */
export const readFloor = (text: string | null, report: Report) =>
  parsed({ field: 'floor', schema: UnitFloor }, text, report);

/** Reads an e-mail address. */
export function readEmail(text: string | null, report: Report): string | null {
  if (text === null) return null;
  const result = Email.safeParse(text.replace(/^mailto:/i, ''));
  if (result.success) return result.data;
  report({
    field: 'email',
    code: 'invalid_email',
    message: `email: “${shown(text)}” is not an e-mail address.`,
  });
  return null;
}

/**
 * Reads a phone number by the rules of the property's country. A number that a spreadsheet has shortened to
 * `1.4155E+10` is refused, because its last digits are lost.
 */
export function readPhone(text: string | null, country: string | null, report: Report): string | null {
  if (text === null) return null;
  if (shortenedNumber.test(text)) {
    const message = `phone: The spreadsheet has shortened this number to ${shown(text)}, so digits are lost. Format the column as text, and enter the number again.`;
    report({ field: 'phone', code: 'invalid_phone', message });
    return null;
  }
  const number = toE164(text, country);
  if (number !== null) return number;
  const message = `phone: “${shown(text)}” is not a phone number. Write it with its country code, such as +12025550123.`;
  report({ field: 'phone', code: 'invalid_phone', message });
  return null;
}

/** Reads the label of a unit; `101.0` is how spreadsheets save the number 101. */
export function readUnitLabel(text: string | null, report: Report) {
  if (text === null) return null;
  const result = UnitLabel.safeParse(text.replace(/^(\d+)\.0$/, '$1'));
  if (result.success) return { label: result.data, labelKey: toLabelKey(result.data) };
  const [issue] = result.error.issues;
  report({ field: 'unit', code: 'unknown_unit', message: `unit: ${issue?.message ?? 'Not a label.'}` });
  return null;
}
