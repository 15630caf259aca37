import { emailKey } from '@pas/shared/contacts/email';
import type { ImportColumn, ImportRow } from '@pas/shared/models/import';
import type { ImportField } from '@pas/shared/models/import-fields';
import type { ImportedPerson } from '@pas/shared/models/imported-row';
import type { KnownProperty, PropertyDirectory } from './property-directory.ts';
import {
  cellText,
  plainText,
  readExternalId,
  readFloor,
  readFullName,
  readName,
  readUnitLabel,
  type Report,
} from './read-cells.ts';
import { readEmail, readPhone } from './read-contacts.ts';
import { readPeriod } from './read-period.ts';
import type { SentRow } from '../rows/resolved-row.ts';
import type { RowProblem } from './row-problems.ts';
import type { NameParts } from './split-name.ts';

/** Cells of a row, parsed without look-ups. */
export interface ReadRow {
  line: number;
  cells: string[];
  property: KnownProperty | null;
  unit: { label: string; labelKey: string; floor: string | null } | null;
  person: ImportedPerson;
  /** Whether the row has one text for first and last name. */
  hasFullName: boolean;
  emailKey: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  problems: RowProblem[];
}

type Cells = Partial<Record<ImportField, string | null>>;

function cellsByField(columns: readonly ImportColumn[], { cells }: SentRow, report: Report): Cells {
  const named = columns.flatMap(({ field }, at): [ImportField, string | null][] =>
    field === null ? [] : [[field, plainText(field, cellText(field, cells[at] ?? ''), report)]],
  );
  return Object.fromEntries(named);
}

function readProperty(text: string | null, directory: PropertyDirectory, report: Report) {
  const { usual } = directory;
  if (text === null) {
    const message = 'property: Name the property in each row, or send propertyId for the whole import.';
    if (!usual) report({ field: 'property', code: 'missing_required', message });
    return usual;
  }
  const property = directory.find(text);
  if (property) return property;
  const suggestion = directory.suggest(text);
  const hint = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
  const name = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  const where = usual
    ? `The import is for ${usual.name} only, and the row says “${name}”. Leave the column out if it does not name the property.`
    : `There is no property “${name}” here.`;
  report({ field: 'property', code: 'unknown_property', message: `property: ${where}${hint}`, suggestion });
  return null;
}

function readNames({ fullName, firstName = null, lastName = null }: Cells, report: Report): NameParts {
  if (fullName != null) return readFullName(fullName, report);
  return {
    firstName: readName('firstName', firstName, report),
    lastName: readName('lastName', lastName, report),
  };
}

function readPerson(cells: Cells, property: KnownProperty | null, report: Report): ImportedPerson {
  const { email = null, phone = null, externalId = null } = cells;
  const values = {
    email: readEmail(email, report),
    phone: readPhone(phone, property, report),
    ...readNames(cells, report),
    externalId: readExternalId(externalId, report),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function readUnit(cells: Cells, report: Report): ReadRow['unit'] {
  const floor = readFloor(cells.floor ?? null, report);
  const label = readUnitLabel(cells.unit ?? null, report);
  return label && { ...label, floor };
}

/** The import of the rows, and its properties. */
export interface RowReader {
  imported: Pick<ImportRow, 'columns' | 'createdAt'>;
  directory: PropertyDirectory;
}

/** Parses the cells of a row, and finds all problems that need no look-up. */
export function readRow(row: SentRow, { imported: { columns, createdAt }, directory }: RowReader): ReadRow {
  const problems: RowProblem[] = [];
  const report: Report = (problem) => void problems.push(problem);
  const cells = cellsByField(columns, row, report);
  const hasProblem = (field: ImportField): boolean => problems.some((problem) => problem.field === field);
  const property = hasProblem('property') ? null : readProperty(cells.property ?? null, directory, report);
  const unit = readUnit(cells, report);
  if (!unit && !hasProblem('unit'))
    report({
      field: 'unit',
      code: 'missing_required',
      message: 'unit: The row does not say in which unit the resident lives.',
    });
  const person = readPerson(cells, property, report);
  const { email, externalId } = person;
  const isNamed = cells.phone != null || email !== undefined || externalId !== undefined;
  if (!isNamed && !hasProblem('email') && !hasProblem('phone')) {
    const message = 'email: A resident needs an e-mail or a phone.';
    report({ field: 'email', code: 'missing_required', message });
  }
  const period = readPeriod(cells, { columns, createdAt, property }, report);
  const key = email === undefined ? null : emailKey(email);
  return {
    line: row.line,
    cells: [...row.cells],
    property,
    unit,
    person,
    hasFullName: cells.fullName != null,
    emailKey: key,
    ...period,
    problems,
  };
}
